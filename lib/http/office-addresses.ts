/** Former addresses of the office, within Payload's pages, and where each of their screens is now; `$1` is the record. */
const MOVED: readonly (readonly [from: RegExp, to: string])[] = [
  [/^\/admin\/login$/, '/office/login'],
  [/^\/admin\/account$/, '/office/account'],
  [/^\/admin\/office\/accounts(\/\d+)?$/, '/office/companies$1'],
  [/^\/admin\/collections\/companies(\/\d+)?$/, '/office/companies$1'],
  [/^\/admin\/office\/letters(\/\d+)?$/, '/office/emails$1'],
  [/^\/admin\/office\/lots(\/(?:new|\d+))$/, '/office/auctions$1'],
  [/^\/admin\/office\/(deposits|questions|deletion|audit|trusted)$/, '/office/$1'],
  [/^\/admin\/collections\/auctions\/create$/, '/office/auctions/new'],
  [/^\/admin\/collections\/auctions((?:\/\d+)?(?:\/console)?)$/, '/office/auctions$1'],
  [/^\/admin\/collections\/(agreements|orders|feedback|staff)(\/\d+)?$/, '/office/$1$2'],
]

/** The present path of a former address of the office; null if it is none. */
export function movedOfficePath(path: string): string | null {
  const clean = path.replace(/\/+$/, '')
  for (const [from, to] of MOVED) if (from.test(clean)) return clean.replace(from, to)
  return null
}

/** Where to go after signing in: a page of the office or of Payload; the office's first room for anything else. */
export function safeOfficePath(path: string | undefined): string {
  return path !== undefined &&
    /^\/(?:office|admin)(?:[/?][\w\-./?=&%[\]+~:@,]*)?$/.test(path) &&
    !/\/\/|\.\./.test(path)
    ? path
    : '/office'
}
