import type { Browser, Locator, Page, Response } from '@playwright/test'
import { openNewsroom, type Menu } from '@/tests/e2e/support/newsroom'
import { typeStaffCredentials } from '@/tests/e2e/support/office'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'

const MAIN_MENU = 1

/** The texts of the page that the editor writes. */
const LANGUAGES = [
  {
    code: 'uk',
    language: 'Українська',
    prefix: '',
    menu: 'Торги газом',
    title: 'Гарантії покупцеві',
    text: 'Кожна партія має паспорт якості.',
    steps: 'Як подати претензію',
    step: 'Зафіксуйте пломбу',
    faq: 'Поширені запитання',
    question: 'Хто перевіряє обсяг?',
    answer: 'Незалежний сюрвеєр.',
  },
  {
    code: 'en',
    language: 'English',
    prefix: '/en',
    menu: 'Gas trading',
    title: 'What a buyer can rely on',
    text: 'Each batch has a quality passport.',
    steps: 'How to file a claim',
    step: 'Record the seal',
    faq: 'Frequently asked questions',
    question: 'Who checks the volume?',
    answer: 'An independent surveyor.',
  },
  {
    code: 'ru',
    language: 'Русский',
    prefix: '/ru',
    menu: 'Торги газом и конденсатом',
    title: 'Гарантии покупателю',
    text: 'Каждая партия имеет паспорт качества.',
    steps: 'Как подать претензию',
    step: 'Зафиксируйте пломбу',
    faq: 'Частые вопросы',
    question: 'Кто проверяет объём?',
    answer: 'Независимый сюрвейер.',
  },
] as const
type PageTexts = (typeof LANGUAGES)[number]

// Times are Kyiv's wherever the editor is.
test.use({ timezoneId: 'America/New_York' })

let newsroom: Awaited<ReturnType<typeof openNewsroom>>
let menu: Menu
let address: string

test.beforeAll(async () => {
  newsroom = await openNewsroom()
  menu = await newsroom.readMenu(MAIN_MENU)
  address = `harantii-${Date.now()}`
})

test.afterAll(async () => {
  await newsroom.writeMenu(menu)
  await newsroom.removePage(address)
  await newsroom.close()
})

test('an editor renames a menu item, publishes a page of three blocks in three languages, and reverts a mistake', async ({
  page,
  browser,
}) => {
  test.setTimeout(5 * 60_000)
  const visitor = await openVisitor(browser)
  const [uk] = LANGUAGES
  await signIn(page)

  await test.step('the first item of the menu is renamed in each language', async () => {
    for (const { code, menu: name } of LANGUAGES) {
      await page.goto(`/admin/collections/menus/${MAIN_MENU}?locale=${code}`)
      await openAll(page.locator('#field-items'), page.locator('#field-items__0__name'))
      await page.locator('#field-items__0__name').fill(name)
      const saved = page.waitForResponse(
        (answer) => answer.request().method() !== 'GET' && /\/menus\//.test(answer.url()),
      )
      await page.locator('#action-save').click()
      expect((await saved).status()).toBe(200)
      await expect(page.locator('#action-save')).toBeDisabled()
    }
    for (const { prefix, menu: name } of LANGUAGES)
      await expectOnSite(visitor, prefix || '/', visitor.getByRole('banner').getByText(name, { exact: true }).first())
  })

  await test.step('a new menu item stays open, and a refused save names its fields', async () => {
    await page.goto(`/admin/collections/menus/${MAIN_MENU}?locale=uk`)
    const rows = page.locator('#field-items > div > [id^=items-row-]')
    await expect(rows).not.toHaveCount(0)
    const added = await rows.count()
    await page.locator('#field-items > .array-field__add-row').click()
    const name = page.locator(`#field-items__${added}__name`)
    await expect(name).toBeVisible()
    await page.locator('#action-save').click()
    await expect(page.getByText(`Виправте поля – пункт ${added + 1} (назва, посилання)`)).toBeVisible()
    await expect(name).toBeFocused()
  })

  await test.step('a page of three blocks is written in Ukrainian', async () => {
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Нова сторінка' }).click()
    // The form does not react before its script runs.
    await expect(async () => {
      await page.getByRole('button', { name: 'Створити чернетку' }).click()
      await expect(page.getByText('Введіть заголовок')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.getByLabel('Заголовок').fill(uk.title)
    await page.getByRole('button', { name: 'Створити чернетку' }).click()
    await expect(page).toHaveURL(/\/admin\/collections\/pages\/\d+/)
    await expect(page.getByRole('heading', { level: 1, name: uk.title })).toBeVisible()
    await page.locator('#field-slug').fill(address)
    for (const kind of ['Текст', 'Кроки', 'Запитання й відповіді']) await addBlock(page, kind)
    await openAll(page.locator('#field-blocks'), page.locator('#field-blocks__2__title'))
    for (const block of [1, 2])
      await page.locator(`#field-blocks__${block}__items`).getByRole('button', { name: 'Додати: Пункт' }).click()
    await write(page, uk)
    await expect(page.locator('#action-save')).toHaveText('Опублікувати')
    await page.locator('#action-save').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'English: бракує текстів: 7' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Повернутися до форми' }).click()
    await publish(page, 'with gaps')
    await expect(page.locator('#action-save')).toHaveText('Опублікувати зміни')
  })
  const editing = new URL(page.url()).pathname

  await test.step('the start page leads to the first text that a language lacks', async () => {
    await page.goto('/admin')
    const task = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: uk.title, exact: true }) })
    await task.getByRole('link', { name: 'Русский: бракує текстів: 7' }).click()
    await expect(page).toHaveURL(/locale=ru#field-title$/)
    await expect(page.locator('#field-title')).toBeFocused()
  })

  await test.step('missing translations are reported until they are written', async () => {
    await page.goto(`${editing}?locale=uk`)
    await expect(page.locator('.translation-gaps')).toContainText('English: бракує текстів: 7')
    for (const texts of LANGUAGES.slice(1)) {
      const complete = page.locator('.translation-gaps li', { hasText: `${texts.language}: усі слова є` })
      await page.goto(`${editing}?locale=${texts.code}`)
      await rewrite(page, '#field-title', texts.title)
      await write(page, texts)
      await expect(complete).toBeVisible()
      await publish(page, texts.code === 'en' ? 'with gaps' : 'complete')
    }
    await expect(page.locator('.translation-gaps li', { hasText: 'усі слова є' })).toHaveCount(LANGUAGES.length)
  })

  await test.step('the site shows the page in three languages', async () => {
    for (const texts of LANGUAGES) {
      await expectOnSite(
        visitor,
        `${texts.prefix}/${address}`,
        visitor.getByRole('heading', { level: 1, name: texts.title }),
      )
      for (const text of [texts.text, texts.steps, texts.step, texts.faq, texts.question])
        await expect(visitor.getByRole('main')).toContainText(text)
      await visitor.getByText(texts.question).click()
      await expect(visitor.getByText(texts.answer)).toBeVisible()
      await expect(visitor.locator('html')).toHaveAttribute('lang', texts.code)
    }
  })

  await test.step('a click during an autosave takes effect', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/autosave=true/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${editing}?locale=uk`)
    await rewrite(page, '#field-title', `${uk.title}!`)
    await expect(page.locator('#action-save')).toBeDisabled()
    await page.locator('#action-save').click({ force: true })
    release()
    await expectOnSite(
      visitor,
      `/${address}`,
      visitor.getByRole('heading', { level: 1, name: `${uk.title}!`, exact: true }),
    )
    await page.unroute(/autosave=true/)
    await rewrite(page, '#field-title', uk.title)
    await publish(page)
  })

  await test.step('publishing right after typing does not save a draft afterwards', async () => {
    const saves: string[] = []
    const note = (response: Response) => {
      if (isSaving(response)) saves.push(isPublishing(response) ? 'published' : 'draft')
    }
    page.on('response', note)
    for (const title of [`${uk.title}?`, uk.title]) {
      await rewrite(page, '#field-title', title)
      await publish(page)
    }
    page.off('response', note)
    expect(saves.join(' ')).toMatch(/^(draft )+published (draft )+published$/)
  })

  await test.step('a published mistake is reverted by restoring a version', async () => {
    const title = visitor.getByRole('heading', { level: 1 })
    await rewrite(page, '#field-title', 'Помилкова назва')
    await publish(page)
    await expectOnSite(visitor, `/${address}`, title.filter({ hasText: 'Помилкова назва' }))

    await page.goto(`${editing}/versions?locale=uk`)
    const version = page
      .locator('tbody tr')
      .filter({ hasText: 'Раніше опубліковано' })
      .first()
      .getByRole('link')
      .first()
    // The link has another text until the browser has formatted its time.
    await expect(version).toHaveText(/\d:\d\d/)
    const savedAt = await version.innerText()
    await version.click()
    // The server writes the breadcrumb, the browser the list: both in Kyiv's time.
    await expect(page.locator('.step-nav').getByText(savedAt, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Відновити цю версію' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Підтвердити' }).click()
    await expectOnSite(visitor, `/${address}`, title.filter({ hasText: uk.title }))
    for (const { prefix, title: own } of LANGUAGES.slice(1))
      await expectOnSite(visitor, `${prefix}/${address}`, title.filter({ hasText: own }))
  })

  await test.step('old links redirect when the page moves', async () => {
    await page.goto(`${editing}?locale=uk`)
    await rewrite(page, '#field-slug', `${address}-nova`)
    await publish(page)
    for (const { prefix, title } of LANGUAGES) {
      await expectOnSite(visitor, `${prefix}/${address}`, visitor.getByRole('heading', { level: 1, name: title }))
      await expectAddress(visitor, `${prefix}/${address}`, `${prefix}/${address}-nova`)
    }
  })
  await visitor.context().close()
})

/** The timeout of a step that is retried. */
const RETRY_TIMEOUT = { timeout: 2_000 }

async function signIn(page: Page): Promise<void> {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/office\/login/)
  await typeStaffCredentials(page, newsroom.editor)
  await expect(page).toHaveURL(/\/admin\/?$/)
  await expect(page.getByRole('heading', { name: 'Вміст сайту' })).toBeVisible()
}

/** Without scripts, because the server renders what an editor writes, and a page is loaded until it shows that. */
async function openVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1440, height: 900 },
    javaScriptEnabled: false,
  })
  watchConsole(context)
  return context.newPage()
}

/** Reloads a page until it shows the saved text, because it is rendered again up to two seconds after a save. */
async function expectOnSite(visitor: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await visitor.goto(path)
    await expect(shown).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 45_000 })
}

async function expectAddress(visitor: Page, request: string, own: string): Promise<void> {
  await expect(async () => {
    await visitor.goto(request)
    expect(new URL(visitor.url()).pathname).toBe(own)
  }).toPass({ timeout: 45_000 })
}

/** Opens all rows of a list. Retries, because the form does not react before its script runs. */
async function openAll(list: Locator, sign: Locator): Promise<void> {
  await expect(async () => {
    await list.getByRole('button', { name: 'Показати все' }).first().click()
    await expect(sign).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** Fills in a field of a page that was just opened. Retries, because the form ignores input before its script runs. */
async function rewrite(page: Page, field: string, text: string): Promise<void> {
  await expect(async () => {
    await page.locator(field).fill('')
    await page.locator(field).fill(text)
    await expect(page.locator('#action-save')).toBeEnabled({ timeout: 1_000 })
  }).toPass()
  await expect(page.locator(field)).toHaveValue(text)
}

async function addBlock(page: Page, kind: string): Promise<void> {
  await page.locator('#field-blocks').getByRole('button', { name: 'Додати: Блок' }).click()
  const kinds = page.locator('.blocks-drawer__blocks')
  await kinds.getByTitle(kind, { exact: true }).click()
  await expect(kinds).toBeHidden()
}

/**
 * Writes the texts of a page. Retries, because the form's state from the server may close a list that was just opened
 * or clear a new item.
 */
async function write(page: Page, pageTexts: PageTexts): Promise<void> {
  const fields = [
    ['#field-blocks__1__title', pageTexts.steps],
    ['#field-blocks__1__items__0__title', pageTexts.step],
    ['#field-blocks__2__title', pageTexts.faq],
    ['#field-blocks__2__items__0__question', pageTexts.question],
  ] as const
  const texts = [
    ['#blocks-row-0 [contenteditable=true]', pageTexts.text],
    ['#blocks-row-2 [contenteditable=true]', pageTexts.answer],
  ] as const
  await expect(async () => {
    await openAll(page.locator('#field-blocks'), page.locator('#field-blocks__2__title'))
    for (const block of [1, 2]) {
      const items = page.locator(`#field-blocks__${block}__items`)
      await openAll(items, items.locator('input').first())
    }
    for (const [field, text] of fields) await page.locator(field).fill(text, RETRY_TIMEOUT)
    for (const [field, text] of texts) await writeText(page.locator(field), text)
    for (const [field, text] of fields) await expect(page.locator(field)).toHaveValue(text, RETRY_TIMEOUT)
    for (const [field, text] of texts) await expect(page.locator(field)).toHaveText(text, RETRY_TIMEOUT)
  }).toPass()
}

async function writeText(editor: Locator, text: string): Promise<void> {
  if ((await editor.textContent(RETRY_TIMEOUT)) === text) return
  await editor.fill(text, RETRY_TIMEOUT)
  await expect(editor).toHaveText(text, RETRY_TIMEOUT)
}

async function publish(page: Page, texts: 'complete' | 'with gaps' = 'complete'): Promise<void> {
  const published = page.waitForResponse(isPublishing)
  await page.locator('#action-save').click()
  if (texts === 'with gaps') await page.getByRole('button', { name: 'Опублікувати все одно' }).click()
  await published
  await expect(page.locator('.doc-controls__status')).toContainText('Опубліковано')
  await expect(page.locator('#action-save')).toBeDisabled()
  // Waits for the form to apply the server's state, before which it would keep new input.
  await expect(page.locator('form.collection-edit__form')).toHaveAttribute('data-form-ready', 'true')
}

function isSaving(response: Response): boolean {
  return response.request().method() === 'PATCH' && response.url().includes('/cms-api/pages/')
}

function isPublishing(response: Response): boolean {
  return isSaving(response) && !response.url().includes('autosave=true')
}
