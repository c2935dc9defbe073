// What banks call their columns, in English, German, French and some of their neighbours: the surest word of each role first.
import type { SingleRole } from './draft.ts';

/** As `plainWord` leaves them. */
export const headWords: Readonly<Record<SingleRole | 'description', readonly string[]>> = {
  postedAt: words(
    'buchungstag, buchungsdatum, buchung, booking date, posting date, posted date, post date, entry date, transaction date, date operation, ' +
      'date de l operation, date d operation, date comptable, date de comptabilisation, boekdatum, fecha operacion, fecha, data operazione, ' +
      'data contabile, bokforingsdag, bokforingsdato, data operacji, data ksiegowania, dato, date completed, completed date, date, datum, data, tag, day, posted, abschlussdatum',
  ),
  valueDate: words(
    'valutadatum, valuta, wertstellung, wertstellungstag, wert, value date, date valeur, date de valeur, valeur, rentedatum, rentedato, valutadag, fecha valor, data valuta',
  ),
  amount: words(
    'net, netto, net amount, net total, nettobetrag, payout amount, total amount, betrag, amount, montant, bedrag, umsatz, importe, importo, transaction amount, value, einzelbetrag, brutto, gross, belopp, beløb, beløp, kwota, valor, total',
  ),
  direction: words(
    'soll haben, s h, credit debit, debit credit, cr dr, dr cr, credit debit indicator, af bij, sens, direction, umsatzart, type, details',
  ),
  debit: words(
    'soll, belastung, belastungen, ausgang, ausgaben, debit, debits, debit amount, money out, paid out, withdrawal, withdrawals, montant debit, cargo, dare, lastschrift, addebiti, ut fra konto, ut, obciazenia',
  ),
  credit: words(
    'haben, gutschrift, gutschriften, eingang, einnahmen, credit, credits, credit amount, money in, paid in, deposit, deposits, montant credit, abono, avere, accrediti, inn pa konto, inn, uznania',
  ),
  fee: words(
    'fee, fees, fee amount, transaction fee, total fees, gebuhr, gebuhren, entgelt, frais, commission, kosten, comision, commissione',
  ),
  status: words('status, buchungsstatus, statut, state, etat, info'),
  balance: words(
    'saldo, saldo nach buchung, kontostand, balance, running balance, account balance, solde, saldo na mutatie, running bal, guthaben',
  ),
  currency: words(
    'payment currency, wallet currency, account currency, wahrung, waehrung, currency, ccy, devise, monnaie, munt, divisa, valuta',
  ),
  account: words(
    'auftragskonto, iban auftragskonto, own account, account number, account, kontonummer, konto, rekening, numero de compte, compte',
  ),
  reference: words(
    'kundenreferenz, end to end id, end to end, customer reference, your reference, payment reference, reference client, referenz, reference, ref, kenmerk, betalingskenmerk, check number, cheque number',
  ),
  bankReference: words(
    'bankreferenz, bank reference, transaction id, transaktions id, transaktions nr, transaktionsnummer, transaction number, reference banque, transaktionscode, fitid, sammlerreferenz, id',
  ),
  counterparty: words(
    'name zahlungsbeteiligter, begunstigter zahlungspflichtiger, beguenstigter zahlungspflichtiger, auftraggeber empfanger, auftraggeber begunstigter, ' +
      'auftraggeber beguenstigter, begunstigter auftraggeber, beguenstigter auftraggeber, zahlungsbeteiligter, zahlungsempfanger in, zahlungsempfanger, empfanger, zahlungspflichtiger, zahlungspflichtige r, counterparty name, ' +
      'counterparty, counter party, payee name, payee, payer, beneficiary name, beneficiary, creditor name, creditor, merchant, contrepartie, beneficiaire, tiers, naam tegenpartij, naam omschrijving, ' +
      'partner name, partnername, partner, name, nom, namn, navn',
  ),
  payer: words(
    'zahlungspflichtige r, zahlungspflichtiger, name zahlungspflichtiger, auftraggeber, payer, payer name, debtor, debtor name, sender, ordering party, donneur d ordre, ordenante, ordinante, opdrachtgever',
  ),
  description: words(
    'verwendungszweck, buchungstext, beschreibung, text, zweck, mitteilung, avisierungstext, description, transaction description, payment details, narrative, ' +
      'memo, particulars, details, libelle, libelle operation, libelle de l operation, communication, detail, mededelingen, omschrijving, concepto, descrizione, causale, opis operacji, tekst, forklaring, rubrik, beskrivning',
  ),
};

/** Words that stand in the name of a column of something else: of another currency than the account's, of another's account, of whose the account is. */
export const wordsOfOthers: Readonly<Partial<Record<SingleRole, readonly string[]>>> = {
  currency: words('orig, original, local, customer, foreign, fee, exchange'),
  amount: words('orig, original, local, customer, foreign, exchange, fee, vat amount, excl vat'),
  account: words('beneficiary, payee, counterparty, partner, iban kontonummer, kontonummer iban'),
  counterparty: words('account name, kontoname, bank name, category, on card, card holder, abweichender'),
};

/** Of columns that say with whose card, or with which, it was paid. */
export const cardWords = words(
  'card member, cardmember, card holder, cardholder, card number, card no, kartennummer, karteninhaber, porteur, titulaire de la carte, numero de carte',
);

/** Words for money in, each with its word for money out. */
export const directionPairs = pairs(
  'in/out, cr/dr, c/d, crdt/dbit, credit/debit, credits/debits, h/s, haben/soll, gutschrift/belastung, gutschrift/lastschrift, eingang/ausgang, bij/af, plus/minus, +/-, abono/cargo, avere/dare, deposit/withdrawal',
);
/** Words for what is booked, each with one for what is not. */
export const statusPairs = pairs(
  'gebucht/vorgemerkt, umsatz gebucht/umsatz vorgemerkt, verbucht/ausstehend, booked/pending, posted/pending, completed/pending, completed/reverted, settled/authorised, settled/declined, sent/pending, sent/failed, abgeschlossen/ausstehend, abgeschlossen/offen, cleared/pending, executed/pending, comptabilise/en attente, effectue/a venir, geboekt/gereserveerd, udført/venter',
);

function pairs(list: string): readonly (readonly [string, string])[] {
  return words(list).map((pair) => pair.split('/') as [string, string]);
}

function words(list: string): readonly string[] {
  return list.split(',').map((word) => word.trim());
}

/** A name without case, accents, digits and signs: `Betrag (€)` is `betrag`, `Libellé` is `libelle`. A name of signs alone stays. */
export function plainWord(name: string): string {
  const lower = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase().trim();
  const plain = lower.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  return plain === '' ? lower : plain;
}
