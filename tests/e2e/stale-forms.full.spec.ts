import type { Page } from '@playwright/test'
import { openNewsroom } from '@/tests/e2e/support/newsroom'
import { openOffice } from '@/tests/e2e/support/office'
import { expect, test } from '@/tests/e2e/support/test'

test('publishing from an older form does not undo what somebody else published', async ({ browser }) => {
  const newsroom = await openNewsroom()
  const administrators = await openOffice(browser)
  const editors = await openOffice(browser, newsroom.editor)
  const created = await administrators.request.post('/cms-api/news?locale=uk', {
    data: { title: 'Початок', summary: 'Перший анонс', slug: `stale-${Date.now()}` },
  })
  const { doc } = (await created.json()) as { doc: { id: number } }
  const address = `/admin/collections/news/${doc.id}?locale=uk`
  const stored = async () =>
    (await (await administrators.request.get(`/cms-api/news/${doc.id}?locale=uk`)).json()) as Record<string, unknown>
  const publish = async (page: Page) => {
    await page.getByRole('button', { name: 'Опублікувати зміни', exact: true }).click()
    await page.getByRole('button', { name: 'Опублікувати все одно' }).click()
  }

  for (const page of [administrators, editors]) {
    await page.goto(address)
    await expect(page.locator('#field-title')).toHaveValue('Початок')
  }
  await editors.locator('#field-title').fill('Заголовок від редакторки')
  await publish(editors)
  await expect.poll(async () => (await stored()).title).toBe('Заголовок від редакторки')
  // Saving an own form again is no conflict.
  await editors.locator('#field-summary').fill('Другий анонс')
  await publish(editors)
  await expect.poll(async () => (await stored()).summary).toBe('Другий анонс')

  await administrators.locator('#field-summary').fill('Третій анонс')
  await publish(administrators)
  await expect(administrators.getByText(/^Запис змінено, поки ви його редагували \(Редакторка, /).first()).toBeVisible()
  await expect(administrators.locator('#field-summary')).toHaveValue('Третій анонс')
  expect(await stored()).toMatchObject({ title: 'Заголовок від редакторки', summary: 'Другий анонс' })
  await administrators.request.delete(`/cms-api/news/${doc.id}`)
  await newsroom.close()
})
