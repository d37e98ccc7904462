import type { Page } from '@playwright/test'
import { expect } from './test'

/** Opens a page as the portal keeps it for everybody, whose scripts begin when somebody touches it; no mouse is over it. */
export async function openUntouched(page: Page, path: string): Promise<void> {
  // The first answer after a start is Next's own.
  await expect(async () =>
    expect(await (await page.request.get(path)).text()).toContain('<script data-scripts='),
  ).toPass()
  await page.goto(path)
}

/** Opens a page and waits until its scripts answer, as somebody does who looks before touching. */
export async function openTouched(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.mouse.move(0, 0)
  await page.mouse.move(1, 0)
  await expect.poll(() => hasBegun(page)).toBe(true)
}

/** Whether the page's scripts run: their first work is to say the page's route. */
export function hasBegun(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset.route !== undefined)
}
