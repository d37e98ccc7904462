import { openEngine } from '@/tests/e2e/support/engines/open'
import { playJourney } from '@/tests/e2e/support/journey'
import { expect, test } from '@/tests/e2e/support/test'

for (const name of ['Firefox', 'WebKit'] as const)
  test(`${name}: two companies go from registration to the result`, async () => {
    test.setTimeout(30 * 60_000)
    const engine = await openEngine(name)
    try {
      await playJourney(engine.openPage)
    } finally {
      await engine.close()
    }
    expect(engine.errors).toEqual([])
  })
