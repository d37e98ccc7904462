import { generateSync } from 'otplib'
import { AxeBuilder } from '@axe-core/playwright'
import { openOffice } from './support/office'
import { createStaff } from './support/staff'
import { expect, test } from './support/test'

test('a member of staff turns on the second factor, signs in with it and ends another session', async ({ browser }) => {
  const staff = await createStaff('manager')
  const office = await openOffice(browser, staff)

  await office.goto('/office/account')
  const factor = office.getByRole('region', { name: 'Двоетапна перевірка' })
  await factor.getByRole('button', { name: 'Увімкнути' }).click()
  await factor.getByLabel('Поточний пароль').fill(staff.password)
  await factor.getByRole('button', { name: 'Підтвердити' }).click()
  const secret = (await factor.locator('code').innerText()).replace(/\s/g, '')
  await factor.getByLabel('Код', { exact: true }).fill(generateSync({ secret }))
  await factor.getByRole('button', { name: 'Підтвердити' }).click()
  await expect(factor.getByRole('listitem')).toHaveCount(10)
  const [code = ''] = await factor.getByRole('listitem').allInnerTexts()
  await factor.getByRole('button', { name: 'Коди збережено, продовжити' }).click()
  await expect(factor.getByText('Увімкнено. Резервних кодів залишилося: 10')).toBeVisible()

  const other = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })).newPage()
  await other.goto('/office/login')
  await other.getByLabel('Електронна пошта').fill(staff.email)
  await other.getByLabel('Пароль').fill('wrong')
  await other.getByRole('button', { name: 'Увійти' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'Неправильна електронна пошта або пароль' })).toBeVisible()
  await other.getByLabel('Пароль').fill(staff.password)
  await other.getByRole('button', { name: 'Увійти' }).click()
  await expect(other.getByRole('heading', { name: 'Двоетапна перевірка' })).toBeVisible()
  expect((await new AxeBuilder({ page: other }).include('main').analyze()).violations).toEqual([])
  await other.getByLabel('Код', { exact: true }).fill(code)
  await other.getByRole('button', { name: 'Підтвердити' }).click()
  await expect(other).toHaveURL(/\/office\/?$/)

  await office.reload()
  const sessions = office.getByRole('region', { name: 'Активні сеанси' })
  await sessions.getByRole('button', { name: 'Завершити', exact: true }).click()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await other.goto('/office/account')
  await expect(other).toHaveURL(/\/office\/login/)
})
