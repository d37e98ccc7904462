import type { Request } from '@playwright/test'
import { ADMINISTRATOR } from '@/tests/e2e/support/portal'
import { expect, test } from '@/tests/e2e/support/test'

interface Product {
  id: number
  minimum_volume: string
}

test('a volume in the back office is shown with separators, accepts typed separators, and is stored exactly', async ({
  page,
}) => {
  await page.request.post('/cms-api/staff/login', { data: ADMINISTRATOR })
  const created = await page.request.post('/cms-api/products?locale=uk&depth=0', {
    data: { name: 'Пропан для перевірки', summary: 'Зріджений', unit: 'т', minimum_volume: '1234.500', sort_order: 99 },
  })
  const { doc } = (await created.json()) as { doc: Product }
  const storedVolume = async () =>
    ((await (await page.request.get(`/cms-api/products/${doc.id}?depth=0`)).json()) as Product).minimum_volume
  const save = async () => {
    const answered = page.waitForResponse(
      (response) => response.url().includes(`/products/${doc.id}`) && response.request().method() === 'PATCH',
    )
    await page.locator('#action-save').click()
    const status = (await answered).status()
    // Waits for the form to apply the server's state, before which it would keep new input.
    await expect(page.locator('form.collection-edit__form')).toHaveAttribute('data-form-ready', 'true')
    return status
  }

  try {
    await page.goto(`/admin/collections/products/${doc.id}?locale=uk`)
    const field = page.locator('#field-minimum_volume')
    await expect(field).toHaveValue('1\u00A0234,5')
    await expect(field).toHaveAccessibleName(/^Мінімальне замовлення/)

    // The field shows the typed text until it loses focus, and the value is not rounded.
    await field.fill('2 000,125')
    await expect(field).toHaveValue('2 000,125')
    expect(await save()).toBe(200)
    await expect(field).toHaveValue('2\u00A0000,125')
    expect(await storedVolume()).toBe('2000.125')

    // An error is shown at its field and keeps the input, even if an earlier request for the form's state is answered after
    // the refusal, as on a slow connection.
    const isStateRequest = (request: Request) =>
      request.method() === 'POST' && /"form-state"/.test(request.postData() ?? '')
    let release = (): void => undefined
    const refused = new Promise<void>((resolve) => (release = resolve))
    let stateRequests = 0
    await page.route('**/admin/**', async (route) => {
      if (isStateRequest(route.request()) && (stateRequests += 1) === 1) await refused
      await route.fallback()
    })
    await field.fill('12,3456')
    await expect.poll(() => stateRequests).toBe(1)
    expect(await save()).toBe(400)
    const errorMessage = page.getByText('Обсяг, до трьох знаків після коми').first()
    await expect(errorMessage).toBeVisible()
    const checkedAgain = page.waitForResponse((response) => stateRequests > 1 && isStateRequest(response.request()))
    release()
    await checkedAgain
    await expect(errorMessage).toBeVisible()
    await expect(field).toHaveValue('12,3456')
    await expect(page.locator('#action-save')).toBeEnabled()
    expect(await storedVolume()).toBe('2000.125')

    // An ambiguous number is refused with a hint, and the text is kept.
    await field.fill('1.500')
    expect(await save()).toBe(400)
    await expect(page.getByText('Неоднозначне число: тисячі введіть без крапки (1500)').first()).toBeVisible()
    await expect(field).toHaveValue('1.500')
    expect(await storedVolume()).toBe('2000.125')
  } finally {
    await page.request.delete(`/cms-api/products/${doc.id}`)
  }
})
