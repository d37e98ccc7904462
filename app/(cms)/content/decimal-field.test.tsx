import { beforeEach, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ChangeEventHandler, Ref } from 'react'

let language: string
let stored: string | null
const setValue = jest.fn<(value: string) => void>()

jest.unstable_mockModule('@payloadcms/ui', () => ({
  Pill: () => null,
  RenderDefaultCell: () => null,
  Thumbnail: () => null,
  TextInput: ({
    inputRef,
    value,
    onChange,
  }: {
    inputRef: Ref<HTMLInputElement>
    value: string
    onChange: ChangeEventHandler<HTMLInputElement>
  }) => <input ref={inputRef} value={value} onChange={onChange} />,
  useDocumentInfo: () => ({}),
  useRowLabel: () => ({}),
  useField: () => ({ path: 'volume', value: stored, setValue }),
  useTranslation: () => ({ i18n: { language } }),
}))

jest.unstable_mockModule('@/app/(cms)/office/queries', () => ({ useOfficeQuery: () => ({}) }))

const { DecimalField } = await import('./fields')

beforeEach(() => {
  stored = '300.000'
  setValue.mockImplementation((value) => (stored = value))
})

it.each([
  ['uk', '1.500', ' 1.500'],
  ['ru', '1.500', ' 1.500'],
  ['en', '1,500', ' 1,500'],
  ['uk', '1,500', '1,500'],
  ['en', '1.500', '1.500'],
])(
  'a decimal field in %s sends %s as %j, and still shows it as typed after it is left',
  async (spoken, typed, sent) => {
    language = spoken
    const user = userEvent.setup()
    const field = { name: 'volume', type: 'text' } as const
    const shown = render(<DecimalField field={field} path="volume" />)
    const input = screen.getByRole('textbox')
    await user.clear(input)
    await user.type(input, typed)
    expect(input).toHaveValue(typed)
    expect(setValue).toHaveBeenLastCalledWith(sent)
    if (!sent.startsWith(' ')) return
    await user.tab()
    shown.rerender(<DecimalField field={field} path="volume" />)
    expect(input).toHaveValue(typed)
  },
)
