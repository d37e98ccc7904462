import { OfflineError, ApiError } from './problems'

export const POLL_MS = 5_000

interface PollingOptions {
  poll(): Promise<{ isOver: boolean }>
  onAnswer(isOver: boolean): void
  onFailure(): void
}

/** Calls `poll` immediately and then 5 s after each answer. */
export function createPolling({ poll, onAnswer, onFailure }: PollingOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Changes with each start and stop, so that a late answer is ignored. */
  let run: symbol | null = null

  async function pollOnce(current: symbol): Promise<void> {
    try {
      const { isOver } = await poll()
      if (run === current) onAnswer(isOver)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error
      if (run === current) onFailure()
    } finally {
      if (run === current) timer = setTimeout(() => void pollOnce(current), POLL_MS)
    }
  }

  return {
    isOn: () => run !== null,
    start() {
      if (run !== null) return
      run = Symbol('polling')
      void pollOnce(run)
    },
    stop() {
      run = null
      clearTimeout(timer)
    },
  }
}
