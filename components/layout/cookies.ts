/** The value of one cookie in a `document.cookie`-like list, or null; null too for one that another program wrote and nobody can decode. */
export function readCookie(cookies: string, name: string): string | null {
  for (const entry of cookies.split(';')) {
    const [key, ...value] = entry.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return null
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** A cookie that holds for a year over the whole site. */
export function yearCookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${365 * 24 * 3600}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}
