const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** An address that a link may have: http, https, mailto, tel, or one within the site. Null for any other. */
export function safeHref(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  // Browsers ignore control characters in addresses and read a backslash as a slash, which could hide a scheme or a host.
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  if (/^(?:\/(?!\/)|#)/.test(text)) return text
  if (!URL.canParse(text)) return null
  return SCHEMES.has(new URL(text).protocol) ? text : null
}

export function isMailAddress(text: string): boolean {
  return /^[^\s/:@<>"']+@[^\s/:@<>"']+$/.test(text)
}

/** The `href` for an editor's address, which may also be `info@company.ua` or `www.company.ua`; null if the address is not allowed. */
export function hrefOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (isMailAddress(text)) return safeHref(`mailto:${text}`)
  return safeHref(/^www\.[^\s/]/i.test(text) ? `https://${text}` : text)
}
