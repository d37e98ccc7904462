import { describe, expect, it, jest } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import { readAllPages } from '@/lib/api/all-pages'
import { officeAround } from '@/tests/support/render-office'
import { useListQuery, useOfficeMutation } from './queries'

function officeHook<Result>(hook: () => Result) {
  const { client, wrapper } = officeAround()
  return { client, ...renderHook(hook, { wrapper }) }
}

/** Pages of two items, marked with a version; the test answers each read. */
function heldPages() {
  const waiting: (() => void)[] = []
  let version = 1
  const read = jest.fn((cursor: string | undefined) => {
    const from = Number(cursor ?? 0)
    return new Promise<{ data: { list: string[]; next_cursor: string | null } }>((resolve) =>
      waiting.push(() => {
        const list = [from + 1, from + 2].map((item) => `${item}v${version}`)
        resolve({ data: { list, next_cursor: from < 4 ? String(from + 2) : null } })
      }),
    )
  })
  return {
    read,
    async answer() {
      await waitFor(() => expect(waiting).not.toEqual([]))
      await act(async () => waiting.shift()?.())
    },
    change: () => (version += 1),
    cursors: () => read.mock.calls.map(([cursor]) => cursor ?? null),
  }
}

describe('a list', () => {
  it('is refreshed the less often, the more pages it has', async () => {
    const { read, answer } = heldPages()
    const { client, result } = officeHook(() => useListQuery(['list'], read, { refetchInterval: 10_000 }))
    const interval = () => {
      const query = client.getQueryCache().find({ queryKey: ['list'] })!
      const { refetchInterval } = query.observers[0]!.options
      return typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
    }
    await answer()
    await waitFor(() => expect(result.current.data?.list).toHaveLength(2))
    expect(interval()).toBe(10_000)
    act(() => void result.current.loadMore())
    await answer()
    await waitFor(() => expect(result.current.data?.list).toHaveLength(4))
    expect(interval()).toBe(20_000)
  })

  it('keeps its length when it is read again', async () => {
    const { read, answer, change, cursors } = heldPages()
    const { client, result } = officeHook(() => useListQuery(['list'], read))
    await answer()
    await waitFor(() => expect(result.current.data?.list).toEqual(['1v1', '2v1']))
    act(() => void result.current.loadMore())
    await answer()
    await waitFor(() => expect(result.current.data?.list).toEqual(['1v1', '2v1', '3v1', '4v1']))
    change()
    act(() => void client.invalidateQueries())
    await answer()
    await answer()
    await waitFor(() => expect(result.current.data?.list).toEqual(['1v2', '2v2', '3v2', '4v2']))
    expect(cursors()).toEqual([null, '2', null, '2'])
  })

  it('adds a page requested during a refresh once the refresh is done', async () => {
    const { read, answer, change, cursors } = heldPages()
    const { client, result } = officeHook(() => useListQuery(['list'], read))
    await answer()
    change()
    act(() => void client.invalidateQueries())
    await waitFor(() => expect(cursors()).toHaveLength(2))
    act(() => void result.current.loadMore())
    await answer()
    await answer()
    await waitFor(() => expect(result.current.data?.list).toEqual(['1v2', '2v2', '3v2', '4v2']))
    expect(cursors()).toEqual([null, null, '2'])
  })

  it('is read again if a refresh comes during a refresh, since the first may be stale', async () => {
    const { read, answer, cursors } = heldPages()
    const { client } = officeHook(() => useListQuery(['list'], read))
    await answer()
    act(() => void client.invalidateQueries())
    await waitFor(() => expect(cursors()).toHaveLength(2))
    act(() => void client.invalidateQueries())
    await waitFor(() => expect(cursors()).toHaveLength(3))
  })
})

describe('a call of a user', () => {
  it('is made once, however often the button is pressed', async () => {
    let resolve: () => void = () => undefined
    const call = jest.fn(() => new Promise<void>((done) => (resolve = done)))
    const { result } = officeHook(() => useOfficeMutation(call))
    let runs: Promise<boolean>[] = []
    act(() => {
      runs = [result.current.run(), result.current.run()]
    })
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    await act(async () => resolve())
    expect(await Promise.all(runs)).toEqual([true, false])
    expect(call).toHaveBeenCalledTimes(1)
  })
})

it('readAllPages follows the cursor to the end of a list', async () => {
  const read = jest.fn(async ({ cursor }: { cursor: string | undefined }) => ({
    data: { list: [cursor ?? 'first'], next_cursor: cursor === undefined ? 'second' : null },
  }))
  expect(await readAllPages(read)).toEqual(['first', 'second'])
})
