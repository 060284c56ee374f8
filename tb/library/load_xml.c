/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of libxml2 that the bench calls; their definitions here load the library. */
#include "library.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlwriter.h>
#include <stdarg.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_XML, type, name, parameters, arguments)

FUNCTION(xmlDocPtr, xmlReadFile, (const char *path, const char *encoding, int options), (path, encoding, options))
FUNCTION(xmlNodePtr, xmlDocGetRootElement, (const xmlDoc *doc), (doc))
FUNCTION(void, xmlFreeDoc, (xmlDocPtr doc), (doc))
FUNCTION(xmlBufferPtr, xmlBufferCreate, (void), ())
FUNCTION(void, xmlBufferFree, (xmlBufferPtr buffer), (buffer))
FUNCTION(const xmlChar *, xmlBufferContent, (const xmlBuffer *buffer), (buffer))
FUNCTION(int, xmlBufferLength, (const xmlBuffer *buffer), (buffer))
FUNCTION(xmlTextWriterPtr, xmlNewTextWriterMemory, (xmlBufferPtr buffer, int compression), (buffer, compression))
FUNCTION(void, xmlFreeTextWriter, (xmlTextWriterPtr xml), (xml))
FUNCTION(int, xmlTextWriterSetIndent, (xmlTextWriterPtr xml, int indent), (xml, indent))
FUNCTION(int, xmlTextWriterStartDocument, (xmlTextWriterPtr xml, const char *version, const char *encoding, const char *alone),
         (xml, version, encoding, alone))
FUNCTION(int, xmlTextWriterEndDocument, (xmlTextWriterPtr xml), (xml))
FUNCTION(int, xmlTextWriterStartElement, (xmlTextWriterPtr xml, const xmlChar *name), (xml, name))
FUNCTION(int, xmlTextWriterEndElement, (xmlTextWriterPtr xml), (xml))
FUNCTION(int, xmlTextWriterWriteAttribute, (xmlTextWriterPtr xml, const xmlChar *name, const xmlChar *text), (xml, name, text))
FUNCTION(int, xmlTextWriterWriteElement, (xmlTextWriterPtr xml, const xmlChar *name, const xmlChar *text), (xml, name, text))
FUNCTION(int, xmlTextWriterWriteString, (xmlTextWriterPtr xml, const xmlChar *text), (xml, text))
FUNCTION(int, xmlTextWriterWriteVFormatAttribute, (xmlTextWriterPtr xml, const xmlChar *name, const char *format, va_list args),
         (xml, name, format, args))

int xmlTextWriterWriteFormatAttribute(xmlTextWriterPtr xml, const xmlChar *name, const char *format, ...)
{
	va_list args;
	int rc;

	va_start(args, format);
	rc = xmlTextWriterWriteVFormatAttribute(xml, name, format, args);
	va_end(args);
	return rc;
}
