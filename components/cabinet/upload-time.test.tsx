import { afterEach, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { uploadPace } from '@/lib/browser/upload-pace'
import { inLocale, renderIn } from '@/tests/support/render-in'
import { UploadTime } from './upload-time'

const MEGABYTE = 1024 * 1024

afterEach(() => window.localStorage.clear())

it('says how long a file takes at the pace of the last upload, if that is long', () => {
  // 1 Mbit/s
  uploadPace.measure(1_250_000, 10_000)
  renderIn('en', <UploadTime bytes={12 * MEGABYTE} />)
  expect(screen.getByText(/about 2\smin/)).toBeVisible()
})

it.each([
  ['a small file', MEGABYTE, 10_000],
  ['an upload that was too short to tell', 12 * MEGABYTE, 1_000],
])('says nothing of %s', (_, bytes, lasted) => {
  uploadPace.measure(1_250_000, lasted)
  const { container } = renderIn('en', <UploadTime bytes={bytes} />)
  expect(container).toBeEmptyDOMElement()
})

it('leaves the pace to the browser', () => {
  const secondsFor = jest.spyOn(uploadPace, 'secondsFor')
  expect(renderToString(inLocale('en', <UploadTime bytes={12 * MEGABYTE} />))).toBe('')
  expect(secondsFor).not.toHaveBeenCalled()
})
