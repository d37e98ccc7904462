import { expect, it, jest } from '@jest/globals'
import { saveFile } from './save-file'

it('a file stays readable after the click, when Safari reads it', () => {
  jest.useFakeTimers()
  const readable = new Set<string>()
  URL.createObjectURL = () => {
    readable.add('blob:file')
    return 'blob:file'
  }
  URL.revokeObjectURL = (address) => void readable.delete(address)
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  saveFile(new File(['codes'], 'codes.txt'))
  jest.advanceTimersByTime(30_000)
  expect(readable.size).toBe(1)
  jest.runAllTimers()
  expect(readable.size).toBe(0)
  jest.useRealTimers()
})
