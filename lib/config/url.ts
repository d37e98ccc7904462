/** `URL.canParse` and `URL.parse` are too new for the oldest browsers that the site supports. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
