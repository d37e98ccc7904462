import { emailTo } from '@/tests/e2e/support/mailbox'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { openOffice } from '@/tests/e2e/support/office'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { openTrader, signIn } from '@/tests/e2e/support/trader'

const SECOND = 1_000
const HOUR = 60 * 60 * SECOND
/** Enough to publish a lot before its deadline for questions. */
const UNTIL_DEADLINE = 10 * SECOND

test('answers to questions, including one from the chat, are published to everyone (R12)', async ({
  browser,
}, info) => {
  const market = openMarket()
  const [asker, follower] = (await market.buyers(2)) as [Buyer, Buyer]
  const staff = await market.staffToken()
  const [asking, following] = await Promise.all([openTrader(browser, 'uk'), openTrader(browser, 'uk')])
  const office = await openOffice(browser)
  await Promise.all([signIn(asking, asker), signIn(following, follower)])
  const startsAt = Date.now() + 48 * HOUR
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + HOUR })
  const path = `/auctions/condensate/${lot.slug}`
  const { t } = asking
  const visitor = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage()
  watchConsole(visitor.context())
  await Promise.all([asking.page, following.page, visitor].map((page) => page.goto(path)))

  await test.step('a company asks a question without links, and another one follows the lot', async () => {
    const field = asking.page.getByLabel(t('Questions.label'))
    const send = asking.page.getByRole('button', { name: t('Questions.send') })
    await field.fill('Чи це той самий резервуар, що на https://example.com?')
    await send.click()
    await expect(asking.page.getByText(t('Questions.noLinks'))).toBeVisible()
    await field.fill('Чи є залізнична естакада?')
    await send.click()
    await expect(asking.page.getByText(t('Questions.status.open'))).toBeVisible()
    await following.page.getByRole('button', { name: t('Questions.follow') }).click()
    await expect(following.page.getByRole('button', { name: t('Questions.unfollow') })).toBeVisible()
  })

  await test.step('the manager answers after a warning about a company’s name', async () => {
    await office.goto('/office/questions')
    const question = office.getByRole('row').filter({ hasText: 'Чи є залізнична естакада?' })
    await expect(question).toContainText('Company')
    await question.getByRole('button', { name: 'Відповісти', exact: true }).click()
    const dialog = office.getByRole('dialog', { name: 'Опублікувати запитання й відповідь?' })
    const answer = dialog.getByLabel('Відповідь', { exact: true }).first()
    await answer.fill(`Так, для ${asker.company} і для всіх.`)
    await dialog.getByRole('button', { name: 'Опублікувати', exact: true }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await office.screenshot({ path: info.outputPath('warned.png') })
    await answer.fill('Так, дві цистерни за раз.')
    await dialog.getByRole('button', { name: 'Опублікувати', exact: true }).click()
    await expect(dialog).toBeHidden()
    for (const page of [asking.page, following.page, visitor]) {
      await expect(page.getByText('Так, дві цистерни за раз.')).toBeVisible()
      await expect(page.locator('#question-1')).not.toContainText(asker.company)
    }
    await visitor.screenshot({ path: info.outputPath('answered.png'), fullPage: true })
    for (const { email } of [asker, follower]) await emailTo(email, 'відповідь на запитання')
  })

  await test.step('an answer from the chat is reworded and published', async () => {
    const chatMessage = { auction_id: lot.id, text: 'Чи можна вивезти за два тижні нашими цистернами?' }
    await market.call('chat/send', chatMessage, await market.tokenOf(follower))
    await office.goto(`/office/auctions/${lot.id}/console`)
    await office.getByRole('button', { name: /нашими цистернами/ }).click()
    await office.getByLabel('Відповідь').fill('Так, можна.')
    await office.getByRole('button', { name: 'Надіслати', exact: true }).click()
    await office.getByRole('button', { name: 'Опублікувати для всіх', exact: true }).click()
    const dialog = office.getByRole('dialog')
    const question = dialog.getByLabel('Запитання', { exact: true }).first()
    await expect(question).toHaveValue(chatMessage.text)
    await question.fill('Чи можна вивезти за два тижні?')
    await dialog.getByLabel('Відповідь', { exact: true }).first().fill('Так, протягом двох тижнів.')
    await dialog.getByRole('button', { name: 'Опублікувати', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(visitor.getByText('Так, протягом двох тижнів.')).toBeVisible()
    await expect(visitor.getByText(/нашими цистернами/)).toHaveCount(0)
  })

  await test.step('after the deadline the form disappears, and the API refuses questions', async () => {
    const deadline = new Date(Date.now() + UNTIL_DEADLINE).toISOString()
    const late = await market.publishLot(
      staff,
      { startsAt: startsAt + SECOND, endsAt: startsAt + HOUR },
      { question_deadline: deadline },
    )
    await asking.page.goto(`/auctions/condensate/${late.slug}`)
    await expect(asking.page.getByText(t('Questions.closed'))).toBeVisible()
    await expect(asking.page.getByLabel(t('Questions.label'))).toHaveCount(0)
    const refused = await market
      .call('auctions/questions/ask', { auction_id: late.id, text: 'Запізно?' }, await market.tokenOf(asker))
      .catch((error: Error) => error.message)
    expect(refused).toContain('questions_closed')
  })
  await market.close()
})
