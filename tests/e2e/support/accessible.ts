import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'

export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Axe reads colours, so nothing may still be fading in. Animations are finished, because a busy machine may be slow to draw a frame.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
      else animation.finish()
  })
  // In its legacy mode axe opens no window; it skips frames of other origins, and there are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}
