import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './test'

/** axe's rules that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const withAxe = new WeakSet<BrowserContext>()

/** Loads axe with every page of a context, which costs less than sending 1.3 MB for each inspection. */
export async function loadAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: AXE })
  withAxe.add(context)
}

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
  // AxeBuilder sends axe itself unless it gets another script, here an empty one.
  const script = withAxe.has(page.context()) ? { axeSource: ';' } : {}
  const { violations } = await new AxeBuilder({ page, ...script })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}

/** The dark theme changes colours only. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, what)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${what}, dark`, COLOUR_RULES)
}
