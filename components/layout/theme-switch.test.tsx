import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ThemeSwitch } from '@/components/layout/theme-switch'

describe('the theme switch', () => {
  it('is one stop of the keyboard, and the arrow keys choose', async () => {
    render(
      <ThemeSwitch
        label="Theme"
        choices={{
          light: { name: 'Light', icon: null },
          dark: { name: 'Dark', icon: null },
          system: { name: 'System', icon: null },
        }}
      />,
    )
    await userEvent.tab()
    expect(screen.getByRole('radio', { name: 'System' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(document.documentElement.dataset.theme).toBe('dark')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})
