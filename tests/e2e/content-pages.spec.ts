import type { Locator } from '@playwright/test'
import { expectAccessible, loadAxe } from '@/tests/e2e/support/accessible'
import { openOffice } from '@/tests/e2e/support/office'
import { openMarket } from '@/tests/e2e/support/market'
import { ADMINISTRATOR } from '@/tests/e2e/support/portal'
import { expect, test } from '@/tests/e2e/support/test'

/** A screen of each kind that Payload renders: lists, documents with and without blocks, and files. */
const SCREENS = [
  '',
  '/collections/media',
  '/collections/media/create',
  '/collections/categories/create',
  '/collections/certificates/create',
  '/collections/menus/1',
  '/collections/news',
  '/globals/settings',
]

test('an editor sees who edits a record, without a date in another language, and takes over', async ({ browser }) => {
  const page = await openOffice(browser)
  const market = openMarket()
  const { rows } = await market.pool.query<{ email: string }>(
    `with colleague as (select id, email from cms.staff where email <> $1 order by id limit 1),
       lock as (insert into cms.payload_locked_documents default values returning id),
       named as (
         insert into cms.payload_locked_documents_rels (parent_id, path, categories_id, staff_id)
         select lock.id, 'document', 1, null from lock
         union all select lock.id, 'user', null, colleague.id from lock, colleague
       )
     select email from colleague`,
    [ADMINISTRATOR.email],
  )
  await market.close()
  await page.goto('/admin/collections/categories/1')
  const dialog = page.locator('.document-locked')
  await expect(dialog.getByText(String(rows[0]?.email))).toBeVisible()
  await expect(dialog.getByText(/[AP]M/)).toBeHidden()
  await dialog.getByRole('button', { name: 'Перехопити' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('#field-unit_label')).toBeEnabled()
})

test('a comparison of versions lists what has a value, and shows no null', async ({ browser }) => {
  const page = await openOffice(browser)
  const change = async (method: 'post' | 'patch', path: string, data: object) => {
    const answer = await page.request[method](`/cms-api/pages${path}&draft=true&depth=0`, { data })
    return ((await answer.json()) as { doc: { id: number } }).doc.id
  }
  const id = await change('post', '?locale=uk', { title: 'Порівняння версій', slug: 'porivniannia-versii' })
  await change('patch', `/${id}?locale=en`, { title: 'Comparison of versions' })
  await change('patch', `/${id}?locale=uk`, { meta: { og: { type: 'article' } } })
  const listed = await page.request.get(`/cms-api/pages/versions?where[parent][equals]=${id}&depth=0`)
  const [typed, translated] = ((await listed.json()) as { docs: { id: number }[] }).docs
  const shown = (locator: Locator) => locator.filter({ visible: true })
  const differences = page.locator('.field-diff-container')

  await page.goto(`/admin/collections/pages/${id}/versions/${translated?.id}`)
  await expect(shown(differences)).toHaveCount(2)
  await expect(shown(differences)).toContainText(['Comparison of versions', 'Змінено'])
  await expect(shown(page.locator('.diff-collapser'))).toHaveCount(0)

  await page.goto(`/admin/collections/pages/${id}/versions/${typed?.id}`)
  await expect(shown(differences)).toContainText(['Стаття', 'Змінено'])
  const nothing = differences.getByText('null', { exact: true })
  await expect(nothing).not.toHaveCount(0)
  await expect(shown(nothing)).toHaveCount(0)
  await page.request.delete(`/cms-api/pages/${id}`)
  await page.context().close()
})

test('the pages of editors are accessible to screen readers', async ({ browser }) => {
  test.setTimeout(5 * 60_000)
  const page = await openOffice(browser)
  await loadAxe(page.context())
  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.goto(`/admin${screen}`)
      await expect(page.getByRole('main').first()).toBeVisible()
      await expect(page.locator('.shimmer-effect')).toHaveCount(0)
      // Accessible names appear a frame after their controls.
      await expect(() => expectAccessible(page, screen)).toPass({ timeout: 60_000 })
    })
  }
})
