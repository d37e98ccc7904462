import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  await user.selectOptions(await screen.findByLabelText(label, { selector: 'select' }), option)
}
