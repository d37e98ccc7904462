import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { FailedSection } from '@/components/content/failed-section'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a section that could not be loaded', () => {
  it('says so and asks again, less and less often, for as long as it stands there', () => {
    const refresh = jest.fn()
    const { unmount } = render(
      <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
        <FailedSection text="This section could not be loaded." />
      </AppRouterContext>,
    )
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
})
