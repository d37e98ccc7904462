import { ParseOption, XmlC14NMode, XmlDocument, XmlElement, type XmlNode } from 'libxml2-wasm'

/** Signatures that are kept for decades carry lists of revoked certificates. */
const MAX_XML_BYTES = 4 * 1024 * 1024

export const DS = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * Reads untrusted XML, and frees it afterwards. Nothing outside of it is loaded.
 *
 * @throws if it is too large, not well-formed, or declares entities
 */
export function withXml<Result>(content: Buffer, read: (root: XmlElement) => Result): Result {
  if (content.length > MAX_XML_BYTES) throw new Error('XML too large')
  const document = XmlDocument.fromBuffer(content, { option: ParseOption.XML_PARSE_NONET })
  try {
    if (document.dtd !== null) throw new Error('XML with a document type')
    return read(document.root)
  } finally {
    document.dispose()
  }
}

export function childrenOf(parent: XmlElement, name: string, namespace?: string): XmlElement[] {
  const children: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.next)
    if (node instanceof XmlElement && node.name === name && (namespace ?? node.namespaceUri) === node.namespaceUri)
      children.push(node)
  return children
}

/** The element at the end of a path of children; null if one of them is missing, or there are two. */
export function childOf(parent: XmlElement, ...path: readonly string[]): XmlElement | null {
  let current: XmlElement | null = parent
  for (const name of path) {
    const found: XmlElement[] = childrenOf(current, name)
    if (found.length !== 1) return null
    current = found[0] ?? null
    if (current === null) return null
  }
  return current
}

/** All elements within an element, itself included, in the order of the document. */
export function* elementsIn(root: XmlElement): Generator<XmlElement> {
  const waiting: XmlElement[] = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element
    for (let node = element.lastChild; node !== null; node = node.prev)
      if (node instanceof XmlElement) waiting.push(node)
  }
}

export function attributeOf(element: XmlElement | null, name: string): string | null {
  return element?.attr(name)?.value ?? null
}

/** The bytes that an element has in base64. */
export function bytesOf(element: XmlElement | null): Buffer {
  return Buffer.from(element?.content ?? '', 'base64')
}

const ID_NAMES: ReadonlySet<string> = new Set(['Id', 'ID', 'id'])

const identified = new WeakMap<XmlElement, Map<string, XmlElement[]>>()

/** All elements with this identifier: of two, a signature may cover one and a program read the other. */
export function elementsWithId(root: XmlElement, id: string): XmlElement[] {
  const known = identified.get(root) ?? indexIds(root)
  identified.set(root, known)
  return known.get(id) ?? []
}

/** One walk for all references, of which a stranger's file may have thousands. */
function indexIds(root: XmlElement): Map<string, XmlElement[]> {
  const found = new Map<string, XmlElement[]>()
  for (const element of elementsIn(root)) {
    const ids = element.attrs.flatMap(({ name, value }) => (ID_NAMES.has(name) ? [value] : []))
    for (const id of new Set(ids)) {
      const others = found.get(id)
      if (others === undefined) found.set(id, [element])
      else others.push(element)
    }
  }
  return found
}

export function isWithin(node: XmlNode, ancestor: XmlNode): boolean {
  for (let current: XmlNode | null = node; current !== null; current = current.parent)
    if (current.isSameNode(ancestor)) return true
  return false
}

const { XML_C14N_1_0, XML_C14N_1_1, XML_C14N_EXCLUSIVE_1_0 } = XmlC14NMode

const CANONICAL_FORMS: Record<string, { mode: 0 | 1 | 2; withComments?: true }> = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': { mode: XML_C14N_1_0 },
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': { mode: XML_C14N_1_0, withComments: true },
  'http://www.w3.org/2006/12/xml-c14n11': { mode: XML_C14N_1_1 },
  'http://www.w3.org/2006/12/xml-c14n11#WithComments': { mode: XML_C14N_1_1, withComments: true },
  'http://www.w3.org/2001/10/xml-exc-c14n#': { mode: XML_C14N_EXCLUSIVE_1_0 },
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': { mode: XML_C14N_EXCLUSIVE_1_0, withComments: true },
}
const DEFAULT_FORM = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/**
 * The canonical bytes of an element; null for an unknown form.
 *
 * @param method the element that names the form; null: the default of XML signatures
 */
export function canonicalize(
  element: XmlElement,
  method: XmlElement | null,
  { withoutComments = false } = {},
): Buffer | null {
  const form = CANONICAL_FORMS[method === null ? DEFAULT_FORM : (attributeOf(method, 'Algorithm') ?? '')]
  if (form === undefined) return null
  const lists = method === null ? [] : childrenOf(method, 'InclusiveNamespaces', EXCLUSIVE)
  const prefixes = lists.flatMap((list) => (attributeOf(list, 'PrefixList') ?? '').split(/\s+/).filter(Boolean))
  const isExclusive = form.mode === XML_C14N_EXCLUSIVE_1_0
  const chunks: Buffer[] = []
  const output = {
    write(chunk: Uint8Array) {
      // The library reuses its memory.
      chunks.push(Buffer.from(Uint8Array.from(chunk)))
      return chunk.byteLength
    },
    close: () => true,
  }
  element.canonicalize(output, {
    mode: form.mode,
    withComments: !withoutComments && form.withComments === true,
    ...(isExclusive && prefixes.length > 0 ? { inclusiveNamespacePrefixes: prefixes } : {}),
  })
  return Buffer.concat(chunks)
}
