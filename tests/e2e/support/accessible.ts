import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'

export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Axe reads colours: nothing may still be fading in. Ended, not waited for: a busy machine may draw no frame for long.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}
