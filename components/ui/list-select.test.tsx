import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { ListSelect } from '@/components/ui/list-select'

const options = [
  { value: 'gas', label: 'Gas' },
  { value: 'condensate', label: 'Condensate' },
]

function Kind() {
  const [kind, setKind] = useState('gas')
  return (
    <form>
      <ListSelect label="Kind" name="kind" value={kind} options={options} onValueChange={setKind} />
      <output>{kind}</output>
    </form>
  )
}

const plain = window.matchMedia
const withMouse = () => {
  window.matchMedia = (query: string) => ({ ...plain(query), matches: true })
}
afterEach(() => {
  window.matchMedia = plain
})

/** What the form sends. */
const sent = () => document.querySelector('select')?.value

describe('a select', () => {
  it('is the browser’s own without scripts and on a touch screen', () => {
    expect(renderToString(<Kind />)).toContain('<select')
    render(<Kind />)
    expect(screen.getByLabelText('Kind')).toBeInstanceOf(HTMLSelectElement)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('opens the site’s list with a mouse, by pointer and by keys, and the form has its value', async () => {
    withMouse()
    render(<Kind />)
    await waitFor(() => expect(screen.getByLabelText('Kind')).toBeInstanceOf(HTMLButtonElement))
    const trigger = screen.getByRole('combobox', { name: 'Kind' })
    expect(trigger).toHaveTextContent('Gas')
    await userEvent.click(trigger)
    await userEvent.click(await screen.findByRole('option', { name: 'Condensate' }))
    expect([screen.getByRole('status').textContent, sent()]).toEqual(['condensate', 'condensate'])
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(trigger).toHaveTextContent('Condensate')
    trigger.focus()
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('listbox')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect([sent(), document.activeElement]).toEqual(['condensate', trigger])
  })

  it('keeps a choice made before the page’s script ran', async () => {
    withMouse()
    const page = document.createElement('div')
    document.body.append(page)
    page.innerHTML = renderToString(<Kind />)
    page.querySelector('select')!.value = 'condensate'
    const root = await act(async () => hydrateRoot(page, <Kind />))
    await waitFor(() => expect(screen.getByLabelText('Kind')).toBeInstanceOf(HTMLButtonElement))
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Condensate')
    await act(async () => root.unmount())
    page.remove()
  })

  it('is focused where the form focuses its field, and tells it when it is left', async () => {
    withMouse()
    const blurred = jest.fn()
    render(<ListSelect label="Kind" options={options} placeholder="Choose" onBlur={blurred} error="Choose one" />)
    await waitFor(() => expect(screen.getByLabelText('Kind')).toBeInstanceOf(HTMLButtonElement))
    const trigger = screen.getByRole('combobox', { name: 'Kind' })
    expect(trigger).toHaveTextContent('Choose')
    expect(trigger).toHaveAccessibleDescription('Choose one')
    act(() => document.querySelector('select')!.focus())
    expect(trigger).toHaveFocus()
    fireEvent.blur(trigger)
    expect(blurred).toHaveBeenCalled()
  })
})
