import {
  BREAKPOINTS,
  MENU_BREAKPOINT,
  PROGRESS_DURATION_MS,
  PROGRESS_THROTTLE_MS,
  WIDTHS,
} from '@/lib/config/constants'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import type { Locator, Page } from '@playwright/test'

// The sizes that the specification prescribes (point 9).
const FULL_WIDTH_MENU = BREAKPOINTS[4]
/** The page's margin on a narrow screen. */
const PAGE_MARGIN = 16

test('the menu is a panel up to 1200 px and as wide as the screen up to 640 px', async ({ page }) => {
  const burger = page.getByRole('button', { name: 'Open the menu' })
  const panel = page.getByRole('dialog')

  await resize(page, MENU_BREAKPOINT + 1)
  await page.goto('/en')
  await expect(burger).toBeHidden()
  for (const [width, panelWidth] of [
    [MENU_BREAKPOINT, WIDTHS.mobileMenu],
    [FULL_WIDTH_MENU + 1, WIDTHS.mobileMenu],
    [FULL_WIDTH_MENU, FULL_WIDTH_MENU],
    [375, 375],
  ] as const) {
    await resize(page, width)
    await burger.click()
    await expect.poll(() => widthOf(panel), `the panel on a screen of ${width} px`).toBe(panelWidth)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }
})

test('with text at 200 % the menu is also a panel on a wide screen, and nothing is cut off', async ({
  page,
  context,
}) => {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await market.close()
  await context.request.post('/api/auth/login', { data: { email: buyer?.email, password: buyer?.password } })
  await resize(page, 1280)
  for (const path of ['/en', '/en/cabinet', '/en/cabinet/info']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeHidden()
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    const header = page.locator('header[data-header]')
    expect(await header.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0)
  }
})

test('the cabinet’s header has its menu in a panel up to 1200 px too', async ({ page, context }) => {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await market.close()
  await context.request.post('/api/auth/login', { data: { email: buyer?.email, password: buyer?.password } })
  await resize(page, MENU_BREAKPOINT + 1)
  await page.goto('/en/cabinet')
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await expect(burger).toBeHidden()
  await resize(page, MENU_BREAKPOINT)
  await expect(burger).toBeVisible()
})

test('a sub-menu, the cookie notice and the sign-in form have the prescribed widths', async ({ page }) => {
  await resize(page, 1800)
  await page.goto('/en')
  await expect(page.locator('html[data-route]')).toBeAttached()
  for (const width of [375, 1800]) {
    await resize(page, width)
    expect(await widthOf(page.getByRole('complementary', { name: 'Cookies' }))).toBe(WIDTHS.cookieNotice)
  }
  expect(await openMenuWidth(page.getByRole('navigation', { name: 'Main menu' }).locator('details').first())).toBe(
    WIDTHS.subMenu,
  )

  for (const path of ['/en/user-login', '/en/register']) {
    await page.goto(path)
    for (const width of [1800, 375]) {
      await resize(page, width)
      const card = page.locator('main [data-surface]').filter({ has: page.locator('form') })
      expect(await widthOf(card), `${path} at ${width} px`).toBe(Math.min(WIDTHS.signIn, width - 2 * PAGE_MARGIN))
    }
  }
})

test('the user menu has the prescribed width', async ({ page, context }) => {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await context.request.post('/api/auth/login', { data: { email: buyer?.email, password: buyer?.password } })
  await page.goto('/en/cabinet')
  expect(await openMenuWidth(page.locator('header details').filter({ hasText: buyer?.email }))).toBe(WIDTHS.userMenu)
  await market.close()
})

test('the progress bar is shown only for a slow navigation', async ({ page }) => {
  await resize(page, 1800)
  await page.goto('/en')
  await expect(page.locator('html[data-route]')).toBeAttached()
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/en/news**', async (route) => {
    await released
    await route.continue()
  })
  await page.clock.install()
  await page.getByRole('link', { name: 'News', exact: true }).first().click()
  await expect(page.locator('#nprogress .bar')).toBeVisible()
  const timing = (selector: string) =>
    page.locator(selector).evaluate((element) =>
      element
        .getAnimations()
        .map((animation) => animation.effect?.getTiming())
        .map((timed) => [timed?.delay, timed?.duration]),
    )
  expect(await timing('#nprogress')).toEqual([[PROGRESS_THROTTLE_MS, 1]])
  const filled = async () => {
    const box = await page.locator('#nprogress .bar').boundingBox()
    return 1 + (box?.x ?? Number.NaN) / 1800
  }
  expect(await filled()).toBeLessThan(0.3)
  // The bar advances in random steps, so it may need up to twice its time to be nearly full.
  await page.clock.runFor(PROGRESS_DURATION_MS)
  await expect.poll(filled).toBeGreaterThan(0.7)
  release()
  await page.clock.resume()
  await expect(page).toHaveURL(/\/en\/news$/)
  await expect(page.locator('#nprogress')).toHaveCount(0)
})

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}

async function openMenuWidth(menu: Locator): Promise<number | undefined> {
  await menu.locator('summary').click()
  return widthOf(menu.locator('summary + div'))
}

async function widthOf(locator: Locator): Promise<number | undefined> {
  const width = (await locator.boundingBox())?.width
  // The size of moving elements is slightly off.
  return width === undefined ? undefined : Math.round(width)
}
