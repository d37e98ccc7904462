const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for values of quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** An address that may stand in a link: http, https, mailto, tel, or one within the site. Null for any other. */
export function safeHref(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  // Browsers drop control characters from addresses and take a backslash for a slash: so could a scheme or a host hide.
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  if (/^(?:\/(?!\/)|#)/.test(text)) return text
  if (!URL.canParse(text)) return null
  return SCHEMES.has(new URL(text).protocol) ? text : null
}
