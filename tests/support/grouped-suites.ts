import { afterAll, beforeAll, describe, jest, test } from '@jest/globals'

/**
 * Runs the suites that TEST_SUITES lists in one environment, because each environment loads its modules anew: about a
 * second of processor time for a suite, four with Payload. `npm test` does this; a suite that is run by its path has an
 * environment of its own.
 *
 * A suite's top-level hooks and tests belong to the block that Jest has open while the suite is imported.
 */
interface Block {
  readonly type: 'describeBlock'
}

const state = (globalThis as unknown as { circusState: { currentDescribeBlock: Block } }).circusState

for (const path of JSON.parse(process.env.TEST_SUITES ?? '[]') as string[]) {
  const file = state.currentDescribeBlock
  let suite = file
  describe(path, () => {
    suite = state.currentDescribeBlock
  })
  state.currentDescribeBlock = suite
  restoreAfterwards()
  try {
    await import(`../../${path}`)
  } catch (error) {
    test('loads', () => {
      throw error
    })
  }
  state.currentDescribeBlock = file
}

/** Undoes what a suite may leave to the next one. */
function restoreAfterwards(): void {
  let variables: NodeJS.ProcessEnv
  beforeAll(() => {
    variables = { ...process.env }
  })
  afterAll(() => {
    jest.useRealTimers()
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
    Object.assign(process.env, variables)
    // Payload keeps its closed instance, which belongs to the suite's database.
    ;(globalThis as { _payload?: Map<string, unknown> })._payload?.clear()
    if (typeof document === 'undefined') return
    document.body.replaceChildren()
    document.title = ''
    localStorage.clear()
    sessionStorage.clear()
  })
}
