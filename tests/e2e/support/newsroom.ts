import { ADMINISTRATOR } from '@/tests/e2e/support/portal'

const LOCALES = ['uk', 'en', 'ru'] as const

/** The items of a menu in each language, as the back office stores them. */
export interface Menu {
  id: number
  items: Record<(typeof LOCALES)[number], unknown>
}

/** Creates an editor for a test, and offers functions that restore the content afterwards. */
export async function openNewsroom() {
  const origin = process.env.E2E_BASE_URL as string
  const editor = { email: `editor-${Date.now()}@example.com`, password: 'editor-of-tests-1' }

  async function call(path: string, method: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${origin}/cms-api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `JWT ${token}` }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  let token = ''
  token = String((await call('/staff/login', 'POST', ADMINISTRATOR)).token)
  const { doc } = (await call('/staff', 'POST', {
    ...editor,
    name: 'Редакторка',
    role: 'editor',
    current_password: ADMINISTRATOR.password,
  })) as { doc: { id: number } }

  return {
    editor,
    async readMenu(id: number): Promise<Menu> {
      const read = async (locale: string) =>
        (await call(`/menus/${id}?locale=${locale}&fallback-locale=none&depth=0`, 'GET')).items
      const [uk, en, ru] = await Promise.all(LOCALES.map(read))
      return { id, items: { uk, en, ru } }
    },
    async writeMenu({ id, items }: Menu): Promise<void> {
      for (const locale of LOCALES)
        await call(`/menus/${id}?locale=${locale}&overrideLock=true`, 'PATCH', { items: items[locale] })
    },
    /** Publishes a page about a category of auctions. The returned function removes it. */
    async writeAuctionPage(page: object): Promise<() => Promise<void>> {
      const { doc } = (await call('/auction-pages?locale=uk', 'POST', page)) as { doc: { id: number } }
      return async () => void (await call(`/auction-pages/${doc.id}`, 'DELETE'))
    },
    /** Removes the pages whose address contains `slug`, and the redirect from it. */
    async removePage(slug: string): Promise<void> {
      await call(`/pages?where[slug][like]=${slug}&overrideLock=true`, 'DELETE')
      await call(`/redirects?where[from][equals]=/${slug}`, 'DELETE')
    },
    async close(): Promise<void> {
      await call('/staff/security/remove', 'POST', { staff_id: doc.id, password: ADMINISTRATOR.password })
    },
  }
}
