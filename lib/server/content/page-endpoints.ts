import type { Payload } from 'payload'
import type { certificatesEndpoints, newsEndpoints, pagesEndpoints } from '@/lib/contract/pages'
import type { shopEndpoints } from '@/lib/contract/shop'
import { listCertificates } from '@/lib/server/content/certificates'
import { listNews, readNewsItem } from '@/lib/server/content/news'
import { findRedirect, listPages, readAuctionPage, readPage } from '@/lib/server/content/pages'
import { listProducts } from '@/lib/server/content/products'
import type { RecordFaults } from '@/lib/server/kernel/record-faults'
import { answer, refuse, type Handlers } from '@/lib/server/kernel/handler'

export interface PageDependencies {
  cms(): Promise<Payload>
  faults: RecordFaults
  /** Whether this is a permission of the back office to see drafts. `now`: epoch milliseconds. */
  mayPreview(secret: string | undefined, now: number): boolean
}

export interface PageHandlers {
  pages: Handlers<typeof pagesEndpoints>
  news: Handlers<typeof newsEndpoints>
  certificates: Handlers<typeof certificatesEndpoints>
  products: Handlers<typeof shopEndpoints>['products']
}

/** What editors publish. Read from the database at each call: pages that show it are cached by the site. */
export function createPageEndpoints({ cms, faults, mayPreview }: PageDependencies): PageHandlers {
  return {
    pages: {
      async get({ slug, lang, preview }, call) {
        const page = await readPage(await cms(), faults, slug, { lang, draft: mayPreview(preview, call.receivedAt) })
        return page ? answer({ data: page }) : refuse('not_found')
      },
      async list({ cursor, limit }) {
        return answer({ data: await listPages(await cms(), faults, cursor, limit) })
      },
      async auctionPage({ kind, category, lang, preview }, call) {
        const draft = mayPreview(preview, call.receivedAt)
        return answer({ data: { page: await readAuctionPage(await cms(), faults, kind, category, { lang, draft }) } })
      },
      async redirect({ path }) {
        return answer({ data: { to: await findRedirect(await cms(), path) } })
      },
    },
    news: {
      async list(asked) {
        return answer({ data: await listNews(await cms(), faults, asked) })
      },
      async get({ slug, lang, preview }, call) {
        const item = await readNewsItem(await cms(), faults, slug, { lang, draft: mayPreview(preview, call.receivedAt) })
        return item ? answer({ data: item }) : refuse('not_found')
      },
    },
    certificates: {
      async list(asked) {
        return answer({ data: await listCertificates(await cms(), faults, asked) })
      },
    },
    async products({ lang }) {
      return answer({ data: { list: await listProducts(await cms(), faults, lang) } })
    },
  }
}
