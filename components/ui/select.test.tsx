import { afterEach, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Select } from '@/components/ui/select'

const options = [
  { value: 'gas', label: 'Gas' },
  { value: 'condensate', label: 'Condensate' },
]

function Kind() {
  const [kind, setKind] = useState('gas')
  return <Select label="Kind" value={kind} options={options} onValueChange={setKind} />
}

const field = () => screen.getByLabelText('Kind')
const tagOf = (element: HTMLElement) => element.tagName

function onPhone(): void {
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
}

afterEach(() => {
  jest.restoreAllMocks()
})

it('is the list of the site’s own for whoever has a mouse', async () => {
  render(<Kind />)
  await waitFor(() => expect(tagOf(field())).toBe('BUTTON'))
})

it('is the phone’s own list until the page is touched', async () => {
  onPhone()
  render(<Kind />)
  await act(() => import('@/components/ui/custom-select'))
  expect(tagOf(field())).toBe('SELECT')
  fireEvent.touchStart(window)
  await waitFor(() => expect(tagOf(field())).toBe('BUTTON'))
})

it('is not replaced while it is open, and keeps what was chosen in it', async () => {
  onPhone()
  render(<Kind />)
  fireEvent.pointerDown(field())
  act(() => field().focus())
  await act(() => import('@/components/ui/custom-select'))
  fireEvent.change(field(), { target: { value: 'condensate' } })
  expect(tagOf(field())).toBe('SELECT')
  act(() => field().blur())
  await waitFor(() => expect(tagOf(field())).toBe('BUTTON'))
  expect(field().textContent).toBe('Condensate')
})
