type LinkKind = 'mail' | 'phone' | 'external' | 'internal'

/**
 * What a link of the menus, contacts and texts is (specification, point 2): with '@' it is mail, with 'http' it is
 * external. A phone's `tel:` and a mail's `mailto:` may be written or not.
 */
export function linkKind(url: string): LinkKind {
  if (url.startsWith('tel:')) return 'phone'
  if (url.includes('@') && !/^https?:\/\//.test(url)) return 'mail'
  if (url.includes('http') || url.startsWith('//')) return 'external'
  return 'internal'
}

/** The address of a mail link; the text may come with or without its scheme. */
export function mailAddress(url: string): string {
  return url.startsWith('mailto:') ? url : `mailto:${url}`
}

/** The address of a phone link: digits and the leading plus of what is shown. */
export function phoneAddress(number: string): string {
  return `tel:${number.replace(/(?!^\+)[^\d]/g, '')}`
}
