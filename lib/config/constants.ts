// Business constants of the portal (specification, point 9): every number and name that the specification fixes.

/** Tags of Next's cache: a change invalidates what was read under its tag. */
export const CACHE_TAGS = {
  /** Everything that shows auctions: lists, pages and results. */
  auctions: 'auctions',
  /** Menus, settings, categories: the frame of every page. */
  content: 'content',
  /** Content pages and the editors' texts around the auction pages. */
  pages: 'pages',
  news: 'news',
  certificates: 'certificates',
  /** The shop's products. */
  products: 'products',
} as const

export type CacheTag = (typeof CACHE_TAGS)[keyof typeof CACHE_TAGS]

export const LOCALES = ['uk', 'en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]

/** The languages' own names. */
export const LANGUAGE_NAMES: Record<Locale, string> = { uk: 'Українська', en: 'English', ru: 'Русский' }
export const DEFAULT_LOCALE: Locale = 'uk'

/** Instants are shown in the company's time zone, not the device's. */
export const TIME_ZONE = 'Europe/Kyiv'

/** Mask of displayed numbers; thousands are separated by a no-break space, so that a number never wraps. */
export const NUMBER_FORMAT = '0,0.00'

/** A page with a missing script chunk reloads itself at most once in this time. */
export const CHUNK_RELOAD_GUARD_MS = 60_000

/** After this long without an answer a connection counts as lost. */
export const ANSWER_WITHIN_MS = 20_000
/** The navigation progress bar stays hidden for this long … */
export const PROGRESS_THROTTLE_MS = 200
/** … and is spread over this long. */
export const PROGRESS_DURATION_MS = 5_000
/** A fetch shows its waiting state only after this long. */
export const FETCH_DISPLAY_DELAY_MS = 200
/** Push registration starts this long after the page has loaded; its id is requested a little later. */
export const PUSH_REGISTRATION_DELAY_MS = 3_000
export const PUSH_ID_DELAY_MS = 2_000

/** The conversation on a page. */
export const CHAT_ANCHOR = 'chat'

export const MEDIA_PATH = '/storage/media'
export const FILES_PATH = '/storage/files'

export const COOKIES = {
  /** The bearer token, HttpOnly. */
  accessToken: 'accessToken',
  /** JSON map from auction id to bidder id. */
  auctions: 'aucs',
  /** 'true' once the cookie notice was accepted. */
  noticeAccepted: 'cookieApprove',
  /** Readable by scripts and no secret: '1' while someone is signed in, so that public pages stay cacheable. */
  signedIn: 'signedIn',
  /**
   * The accounts that this browser has signed in to, HttpOnly: its sign-in attempts are counted separately from
   * strangers' guesses.
   */
  knownDevice: 'knownDevice',
} as const

/** Ids of the menus in `/api/menu/get-by-ids`. */
export const MENUS = { main: 1, footer: 2 } as const

export const PRIVACY_POLICY_SLUG = 'politika-konfideciynosti'

/**
 * Maximum widths of the narrower layouts in CSS pixels (inclusive). The style sheet's breakpoints are one pixel above.
 */
export const BREAKPOINTS = [1800, 1200, 1024, 768, 640, 375] as const
/** Up to this width the main menu is a slide-in panel. */
export const MENU_BREAKPOINT = 1200

/** Fixed widths in CSS pixels; the style sheet has the same numbers as `--width-*`. */
export const WIDTHS = {
  userMenu: 240,
  mobileMenu: 415,
  subMenu: 190,
  cookieNotice: 320,
  signIn: 500,
} as const

/** Connection types on which links are not prefetched; the data saver prevents that too. */
export const SLOW_CONNECTIONS: readonly string[] = ['slow-2g', '2g']

/** The rate of a lot without a deposit (R11.1). */
export const NO_DEPOSIT = '0.00'

/** The language of the staff, in the office and on Payload's pages, which name the cookie. */
export const OFFICE_LANGUAGE_COOKIE = 'payload-lng'

/** The session of the staff; Payload's pages expect this name. */
export const STAFF_TOKEN_COOKIE = 'payload-token'

/** The office's refusal of a form that is older than its record. */
export const CHANGED_MEANWHILE = 'changed_meanwhile'

/** A document may have 25 MB. */
export const MAX_FORM_BYTES = 26 * 1024 * 1024

/** The least pace at which a form with files is taken: 128 kbit/s, less than any line in use. */
export const UPLOAD_BYTES_PER_SECOND = 16 * 1024

/** The largest form at the least pace, in 27 minutes and 44 seconds. */
export const MAX_UPLOAD_MS = (MAX_FORM_BYTES / UPLOAD_BYTES_PER_SECOND) * 1000
