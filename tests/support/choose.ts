import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses from a list of the site's own, once it stands in the native one's place. */
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  const list = await screen.findByLabelText(label, { selector: 'button' })
  await user.click(list)
  await user.click(await screen.findByRole('option', { name: option }))
}
