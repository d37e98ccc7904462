import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { FailedSection } from '@/components/content/failed-section'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

describe('a section that could not be loaded', () => {
  function open() {
    const refresh = jest.fn()
    const page = render(
      <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
        <FailedSection text="This section could not be loaded." />
      </AppRouterContext>,
    )
    return { refresh, ...page }
  }

  it('refreshes less and less often until it is replaced', () => {
    const { refresh, unmount } = open()
    expect(screen.getByRole('status')).toHaveTextContent('This section could not be loaded.')
    jest.advanceTimersByTime(2_000)
    expect(refresh).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(3_999)
    expect(refresh).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(2)
    unmount()
    jest.advanceTimersByTime(60_000)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('refreshes once for all sections of a page', () => {
    const refresh = jest.fn()
    render(
      <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
        <FailedSection text="This section could not be loaded." />
        <FailedSection text="Neither could this." />
      </AppRouterContext>,
    )
    jest.advanceTimersByTime(2_000)
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('does not refresh while its tab is hidden', () => {
    const { refresh } = open()
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    fireEvent(document, new Event('visibilitychange'))
    jest.advanceTimersByTime(600_000)
    expect(refresh).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    fireEvent(document, new Event('visibilitychange'))
    jest.advanceTimersByTime(2_000)
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})
