import { expect, it, jest } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'

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

const { DocumentTitle, PublishAfterDraft, useControlNames } = await import('./payload-patches')

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

it('hides a comparison of versions in which neither has a value, and the word null for a choice that was not made', async () => {
  const Difference = ({ kind, from, to }: { kind: string; from: ReactNode; to: ReactNode }) => (
    <div className={`field-diff-container ${kind}-diff`}>
      <div className="html-diff">{from}</div>
      <div className="html-diff">{to}</div>
    </div>
  )
  const Names = () => {
    useControlNames()
    return null
  }
  render(
    <>
      <div className="diff-collapser">
        <Difference kind="text" from="" to="" />
      </div>
      <Difference kind="select" from="" to={<span>null</span>} />
      <Difference kind="select" from={<span>uk</span>} to={<span>null</span>} />
      <Difference kind="text" from="" to="Title" />
      <Names />
    </>,
  )
  const hidden = () => [...document.querySelectorAll('.field-diff-container')].map((row) => row.hasAttribute('hidden'))
  await waitFor(() => expect(hidden()).toEqual([true, true, false, false]))
  expect(document.querySelector('.diff-collapser')).not.toBeVisible()
  expect(screen.getByText('uk')).toBeVisible()
  for (const word of screen.getAllByText('null')) expect(word).not.toBeVisible()
})
