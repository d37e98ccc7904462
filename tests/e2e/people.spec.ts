import { aLot, MINUTE } from '@/tests/support/builders/lot'
import { publishLot } from '@/tests/support/auction-house'
import { letterTo, linkOf } from '@/tests/e2e/support/mailbox'
import { openMarket } from '@/tests/e2e/support/market'
import { acceptRules, press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { signIn } from '@/tests/e2e/support/trader'
import { wordsOf } from '@/tests/e2e/support/words'

const PASSWORD = 'чотири сині валізи 2'
const say = wordsOf('uk')

test('an owner invites a trader and a viewer; the trader applies, the viewer looks (R14)', async ({
  page,
  browser,
}) => {
  const market = openMarket()
  const [owner] = await market.buyers(1)
  const startsAt = Math.ceil(Date.now() / MINUTE) * MINUTE + 60 * MINUTE
  const auctionId = await publishLot(
    market.pool,
    aLot({
      applicationDeadline: startsAt,
      startsAt,
      endsAt: startsAt + 60 * MINUTE,
      hardEndAt: startsAt + 120 * MINUTE,
    }),
  )
  const { rows } = await market.pool.query<{ slug: string; category: string }>(
    `select lot.slug, category.slug as category from cms.auctions lot join cms.categories category on category.id = lot.category_id where lot.id = $1`,
    [auctionId],
  )
  const lotPath = `/auctions/${rows[0]?.category}/${rows[0]?.slug}`
  await signIn({ page, locale: 'uk', say }, owner!)
  await page.goto('/cabinet/people')
  const colleagues = {
    trader: { email: `trader-${auctionId}-${startsAt}@people.test`, surname: 'Ткаченко', name: 'Максим' },
    viewer: { email: `viewer-${auctionId}-${startsAt}@people.test`, surname: 'Бойко', name: 'Марія' },
  }
  for (const [role, { email }] of Object.entries(colleagues)) {
    await press(page, say('People.invite'))
    await page.getByLabel(say('People.papersEmail')).fill(email)
    await page.locator(`input[name=role][value=${role}]`).check()
    await press(page, say('People.send'))
    await expect(page.getByText(say('People.invited', { email }))).toBeVisible()
  }

  for (const [role, { email, surname, name }] of Object.entries(colleagues)) {
    // On a phone.
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
    const phone = await context.newPage()
    await phone.goto(linkOf(await letterTo(email, '/invitation/'), '/invitation/'))
    await phone.getByLabel(say('Register.surname')).fill(surname)
    await phone.getByLabel(say('Register.name'), { exact: true }).fill(name)
    await phone.getByLabel(say('Register.phone')).fill('+380501112233')
    await phone.getByLabel(say('Register.password'), { exact: true }).fill(PASSWORD)
    await acceptRules(phone)
    await press(phone, say('People.accept'))
    await expect(phone.getByRole('heading', { name: say('People.acceptedTitle') })).toBeVisible()
    await signIn({ page: phone, locale: 'uk', say }, { email, password: PASSWORD })
    await phone.goto('/cabinet/people')
    await expect(phone.getByText(say('People.you'), { exact: true })).toBeVisible()
    await expect(phone.getByRole('button', { name: say('People.invite') })).toHaveCount(0)
    const overflow = await phone.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await phone.goto(lotPath)
    if (role === 'viewer') await expect(phone.getByText(say('BidPanel.onlyLooks.title'))).toBeVisible()
    else await expect(phone.getByRole('button', { name: say('Apply.submit') })).toBeVisible()
    await context.close()
  }

  await page.reload()
  await expect(page.getByText('Ткаченко Максим').first()).toBeVisible()
  await press(page, say('People.removeLabel', { name: 'Бойко Марія' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('People.remove') })
    .click()
  await expect(page.getByText(say('People.removed', { name: 'Бойко Марія' }))).toBeVisible()
  await market.close()
})
