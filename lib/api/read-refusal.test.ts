import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'
import { OfflineError, onRefusal, onUnreachable } from './problems'
import { readRefusal, explainFailure } from './read-refusal'
import { aProblem } from '@/tests/support/builders/problem'

const outage = jest.fn()
const refusal = jest.fn()
const stops = [onUnreachable(outage), onRefusal(refusal)]
afterEach(() => {
  outage.mockReset()
  refusal.mockReset()
})

function read(code: ErrorCode) {
  return readRefusal(new Response(null, { status: ERROR_STATUS[code] }), aProblem(code))
}

/** As Chrome and Safari treat a file that was changed after it was chosen. */
class ChangedFile extends File {
  override slice(): Blob {
    return Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  }
}

describe('a call without an answer', () => {
  const failureOf = (...files: File[]) => {
    const form = new FormData()
    for (const file of files) form.append('files', file)
    return explainFailure('cut off', form)
  }

  it('names the file that was changed or deleted after it was chosen, and is no outage', async () => {
    const failure = await failureOf(new File(['a'], 'a.pdf'), new ChangedFile(['b'], 'b.pdf'))
    expect(failure).toMatchObject({ code: 'file_changed', problem: { errors: [{ path: 'files.1' }] } })
    expect(outage).not.toHaveBeenCalled()
  })

  it('is an outage if its files can be read, or if it has none', async () => {
    expect(await failureOf(new File(['a'], 'a.pdf'))).toBeInstanceOf(OfflineError)
    expect(await explainFailure('cut off', null)).toBeInstanceOf(OfflineError)
    expect(outage).toHaveBeenCalledTimes(2)
  })
})

describe('a refusal of the API', () => {
  it('is reported as an outage if the API is unavailable', () => {
    expect(read('service_unavailable').code).toBe('service_unavailable')
    expect(outage).toHaveBeenCalledWith({ retryAfter: null })
    expect(refusal).not.toHaveBeenCalled()
  })

  it.each(['not_found', 'second_factor_unavailable'] as const)('is not an outage: %s', (code) => {
    expect(read(code).code).toBe(code)
    expect(outage).not.toHaveBeenCalled()
    expect(refusal).toHaveBeenCalledTimes(1)
  })

  it('with an unknown code keeps its status, and is not an outage', () => {
    const body = { ...aProblem('application_exists'), code: 'moon_in_the_way' }
    const unknown = readRefusal(new Response(null, { status: 409 }), body)
    expect([unknown.status, unknown.code]).toEqual([409, 'unreadable_answer'])
    expect(unknown.message).toContain('moon_in_the_way')
    expect(readRefusal(new Response(null, { status: 403 }), null).code).toBe('unreadable_answer')
    expect(outage).not.toHaveBeenCalled()
    // A gateway's error page.
    expect(readRefusal(new Response(null, { status: 502 }), null).code).toBe('service_unavailable')
    expect(outage).toHaveBeenCalledTimes(1)
  })

  it('is not reported after the caller has unsubscribed', () => {
    for (const stop of stops) stop()
    read('service_unavailable')
    expect(outage).not.toHaveBeenCalled()
  })
})
