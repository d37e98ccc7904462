import { expect, it, jest } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'

let hasPublishedDoc: boolean
let title: unknown
const setDocumentTitle = jest.fn()

jest.unstable_mockModule('@payloadcms/ui', () => ({
  PublishButton: ({ label }: { label?: string }) => <button id="action-save">{label}</button>,
  useAllFormFields: () => [{}],
  useDebounce: (value: unknown) => value,
  useDocumentInfo: () => ({ docConfig: undefined, hasPublishedDoc }),
  useDocumentTitle: () => ({ title, setDocumentTitle }),
  useForm: () => ({}),
  useFormBackgroundProcessing: () => false,
  useFormProcessing: () => false,
  useFormSubmitted: () => false,
  useTranslation: () => ({ t: (key: string) => key, i18n: {} }),
}))

const { DocumentTitle, PublishAfterDraft } = await import('./payload-patches')

it.each([
  [false, 'version:publish'],
  [true, 'version:publishChanges'],
])('the publish button mentions changes only for a published document (%s)', (published, label) => {
  hasPublishedDoc = published
  render(<PublishAfterDraft />)
  expect(screen.getByRole('button').textContent).toBe(label)
})

it('shows the number of an order, which Payload passes as a number, as its title', async () => {
  title = 1001
  render(<DocumentTitle />)
  await waitFor(() => expect(setDocumentTitle).toHaveBeenCalledWith('№\u00A01001'))
})
