import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'

let hasPublishedDoc: boolean

jest.unstable_mockModule('@payloadcms/ui', () => ({
  PublishButton: ({ label }: { label?: string }) => <button id="action-save">{label}</button>,
  useAllFormFields: () => [{}],
  useDebounce: (value: unknown) => value,
  useDocumentInfo: () => ({ docConfig: undefined, hasPublishedDoc }),
  useDocumentTitle: () => ({}),
  useForm: () => ({}),
  useFormBackgroundProcessing: () => false,
  useFormProcessing: () => false,
  useFormSubmitted: () => false,
  useTranslation: () => ({ t: (key: string) => key, i18n: {} }),
}))

const { PublishAfterDraft } = await import('./payload-patches')

it.each([
  [false, 'version:publish'],
  [true, 'version:publishChanges'],
])('the publish button mentions changes only for a published document (%s)', (published, label) => {
  hasPublishedDoc = published
  render(<PublishAfterDraft />)
  expect(screen.getByRole('button').textContent).toBe(label)
})
