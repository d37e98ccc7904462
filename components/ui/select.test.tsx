import { expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Select } from '@/components/ui/select'

const options = [
  { value: 'gas', label: 'Gas' },
  { value: 'condensate', label: 'Condensate' },
]

function Kind() {
  const [kind, setKind] = useState('gas')
  return (
    <>
      <Select label="Kind" value={kind} options={options} onValueChange={setKind} />
      <output>{kind}</output>
    </>
  )
}

it('the list keeps a choice made before the page’s script ran, and choices made afterwards', async () => {
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(<Kind />)
  const list = screen.getByLabelText<HTMLSelectElement>('Kind')
  list.value = 'condensate'
  act(() => void hydrateRoot(page, <Kind />))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('condensate'))
  await userEvent.selectOptions(list, 'Gas')
  expect([list.value, screen.getByRole('status').textContent]).toEqual(['gas', 'gas'])
})
