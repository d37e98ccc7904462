/** Tags of Next's cache: what was read under one is read anew once it is announced as changed. */
export const cacheTags = {
  /** Everything that shows auctions: lists, pages, results. */
  auctions: 'auctions',
  /** Menus, settings, categories: the frame of every page. */
  content: 'content',
  /** Content pages and the words around the auction pages. */
  pages: 'pages',
  news: 'news',
  certificates: 'certificates',
  /** What the shop offers. */
  products: 'products',
} as const

export type CacheTag = (typeof cacheTags)[keyof typeof cacheTags]
