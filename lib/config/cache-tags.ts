/** Tags of Next's cache: what was read under one is read anew once it is announced as changed. */
export const cacheTags = {
  /** Everything that shows auctions: lists, pages, results. */
  auctions: 'auctions',
  /** Menus, settings, categories, pages: what editors keep. */
  content: 'content',
} as const

export type CacheTag = (typeof cacheTags)[keyof typeof cacheTags]
