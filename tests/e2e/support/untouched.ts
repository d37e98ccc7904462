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

/** Whether the page's scripts run: their first work is to say the page's route. */
export function hasBegun(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset.route !== undefined)
}
