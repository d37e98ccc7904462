/**
 * The cookie of an editor who looks at drafts: the secret of a preview link, as `/api/pages/get` and `/api/news/get` take it. Set by
 * the link, read by the draft pages only, so that every other page stays the same for everybody.
 */
export const PREVIEW_COOKIE = 'previewSecret'

/** Where pages with drafts are rendered, for each visit anew; the visitor's address does not change. No slug can begin with it. */
export const DRAFT_SEGMENT = '~draft'

/** Forgets the cookie and goes back to the page that visitors see. */
export const LEAVE_PREVIEW_PATH = '/internal/preview/leave'
