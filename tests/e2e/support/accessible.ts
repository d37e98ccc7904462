import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'

/** @param rules those of axe to apply, by default all */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  // Axe reads colours, so nothing may be fading in, neither now nor while axe works. On a busy machine even an
  // animation of 1 ms takes long to end by itself.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync(
      '*, ::before, ::after { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important }',
    )
    document.adoptedStyleSheets.push(still)
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
      else animation.finish()
  })
  // In legacy mode axe opens no window. It skips frames of other origins; the portal has none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}
