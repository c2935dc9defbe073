import { openText, previewCsv } from '@countinghouse/server/bank-files/csv-preview';
import { describe, expect, test } from 'vitest';
import { csvOf } from './draft.ts';
import { guessDraft } from './guess.ts';

interface Sample {
  readonly text: string;
  readonly currency: string;
  readonly encoding?: 'latin1';
  /** Of the draft. */
  readonly guessed: object;
  /** Day and amount of each row, as they would come in. */
  readonly rows: readonly (readonly [string, bigint])[];
}

const E8 = 100_000_000n;
/** As banks write them: head rows as they are, invented movements. */
const samples: Readonly<Record<string, Sample>> = {
  'German, lines above the names, statuses': {
    currency: 'EUR',
    text: `"Girokonto";"DE89370400440532013000"
"Zeitraum:";"01.01.2026 - 31.01.2026"
"Kontostand vom 31.01.2026:";"1.300,00 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"31.01.26";"31.01.26";"Gebucht";"Kontor GmbH";"Stadtwerke";"Abschlag Januar";"Ausgang";"DE02120300000000202051";"-1.234,50";"";"";""
"30.01.26";"30.01.26";"Vorgemerkt";"Möller KG";"Kontor GmbH";"Rechnung 7";"Eingang";"DE02500105170137075030";"200,00";"";"";"RE-7"
`,
    guessed: {
      layout: 'signed',
      headerRow: 5,
      columns: {
        postedAt: 'Buchungsdatum',
        valueDate: 'Wertstellung',
        amount: 'Betrag (€)',
        status: 'Status',
        counterparty: 'Zahlungsempfänger*in',
        payer: 'Zahlungspflichtige*r',
        reference: 'Kundenreferenz',
      },
      description: ['Verwendungszweck'],
      dateFormat: 'DD.MM.YY',
      decimal: ',',
      booked: ['Gebucht'],
      notBooked: ['Vorgemerkt'],
    },
    rows: [['2026-01-31', (-123_450n * E8) / 100n]],
  },
  'German, an account in each row, letters of Windows': {
    currency: 'EUR',
    encoding: 'latin1',
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"
"DE89370400440532013000";"30.01.26";"30.01.26";"GUTSCHR. ÜBERWEISUNG";"Rechnung 12";"NOTPROVIDED";"Müller AG";"512,10";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"29.01.26";"29.01.26";"ENTGELT";"Kontoführung";"";"";"-9,90";"EUR";"Umsatz gebucht"
`,
    guessed: {
      columns: {
        postedAt: 'Buchungstag',
        valueDate: 'Valutadatum',
        amount: 'Betrag',
        status: 'Info',
        currency: 'Waehrung',
        account: 'Auftragskonto',
        reference: 'Kundenreferenz (End-to-End)',
        counterparty: 'Beguenstigter/Zahlungspflichtiger',
      },
      description: ['Buchungstext', 'Verwendungszweck'],
      booked: ['Umsatz gebucht'],
      notBooked: ['Umsatz vorgemerkt'],
    },
    rows: [
      ['2026-01-30', (51_210n * E8) / 100n],
      ['2026-01-29', (-990n * E8) / 100n],
    ],
  },
  'Dutch, a word for in and out': {
    currency: 'EUR',
    text: `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"
"20260131","Bakkerij Jansen","NL91ABNA0417164300","","BA","Af","12,00","Betaalautomaat","Pasvolgnr: 001"
`,
    guessed: {
      layout: 'directed',
      columns: { postedAt: 'Datum', amount: 'Bedrag (EUR)', direction: 'Af Bij', account: 'Rekening', counterparty: 'Naam / Omschrijving' },
      description: ['Mededelingen'],
      dateFormat: 'YYYYMMDD',
      in: ['Bij'],
      out: ['Af'],
    },
    rows: [['2026-01-31', -12n * E8]],
  },
  'American, signed, with a balance': {
    currency: 'USD',
    text: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,02/03/2026,"OFFICE SUPPLY, INC",-45.20,ACH_DEBIT,954.80,,
CREDIT,02/02/2026,WIRE FROM LINDQVIST,1000.00,WIRE_INCOMING,1000.00,,
`,
    guessed: {
      layout: 'signed',
      columns: { postedAt: 'Posting Date', amount: 'Amount', balance: 'Balance' },
      description: ['Description'],
      dateFormat: 'MM/DD/YYYY',
      decimal: '.',
    },
    rows: [
      ['2026-02-03', (-4520n * E8) / 100n],
      ['2026-02-02', 1000n * E8],
    ],
  },
  'British, money out and in, a sum below': {
    currency: 'GBP',
    text: `Date,Description,Money out,Money in,Balance
03/02/2026,Card payment,"£1,045.20",,£954.80
04/02/2026,Faster payment,,£10.00,£964.80
Total,,"£1,045.20",£10.00,
`,
    guessed: {
      layout: 'parted',
      columns: { postedAt: 'Date', debit: 'Money out', credit: 'Money in', balance: 'Balance' },
      description: ['Description'],
      dateFormat: 'DD/MM/YYYY',
      footerRows: 1,
    },
    rows: [
      ['2026-02-03', (-104_520n * E8) / 100n],
      ['2026-02-04', 10n * E8],
    ],
  },
  French: {
    currency: 'EUR',
    text: `Date opération;Date valeur;Libellé;Débit;Crédit
13/02/2026;14/02/2026;PRLV EDF;-75,20;
15/02/2026;15/02/2026;VIR SEPA DUPONT;;1 200,00
`,
    guessed: {
      layout: 'parted',
      columns: { postedAt: 'Date opération', valueDate: 'Date valeur', debit: 'Débit', credit: 'Crédit' },
      description: ['Libellé'],
      dateFormat: 'DD/MM/YYYY',
      decimal: ',',
    },
    rows: [
      ['2026-02-13', (-7520n * E8) / 100n],
      ['2026-02-15', 1200n * E8],
    ],
  },
  'Swiss, descriptions in several columns': {
    currency: 'CHF',
    text: `Kontonummer:;0230 00123456.01;
Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2
2026-02-13;2026-02-13;CHF;-1'075.20;;2924.80;99710;Miete;Februar
`,
    guessed: {
      layout: 'parted',
      headerRow: 2,
      columns: {
        postedAt: 'Buchungsdatum',
        valueDate: 'Valutadatum',
        currency: 'Währung',
        debit: 'Belastung',
        credit: 'Gutschrift',
        balance: 'Saldo',
        bankReference: 'Transaktions-Nr.',
      },
      description: ['Beschreibung1', 'Beschreibung2'],
    },
    rows: [['2026-02-13', (-107_520n * E8) / 100n]],
  },
  'of a wallet, fees beside amounts': {
    currency: 'EUR',
    text: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-02-01 10:00:00,2026-02-03 08:00:00,Print shop,-10.00,0.00,EUR,COMPLETED,90.00
EXCHANGE,Current,2026-02-04 10:00:00,2026-02-04 10:00:00,Exchanged to GBP,-50.00,0.50,EUR,COMPLETED,39.50
`,
    guessed: {
      columns: {
        postedAt: 'Completed Date',
        amount: 'Amount',
        fee: 'Fee',
        balance: 'Balance',
        currency: 'Currency',
        status: 'State',
      },
    },
    rows: [
      ['2026-02-03', -10n * E8],
      ['2026-02-04', (-5050n * E8) / 100n],
    ],
  },
  'of a wallet, fees within amounts': {
    currency: 'EUR',
    text: `ID,Date,Amount,Currency,Description,Running Balance,Total fees
T-1,30-01-2026,-100.50,EUR,Sent money to Lindqvist,899.50,0.50
T-0,29-01-2026,1000.00,EUR,Received money from Jansen,1000.00,0.00
`,
    guessed: {
      columns: { postedAt: 'Date', amount: 'Amount', balance: 'Running Balance', currency: 'Currency', bankReference: 'ID' },
    },
    rows: [
      ['2026-01-30', (-10_050n * E8) / 100n],
      ['2026-01-29', 1000n * E8],
    ],
  },
  'of a payment company, net beside gross': {
    currency: 'USD',
    text: `Date,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID
01/29/2026,Lindqvist,Website Payment,Completed,USD,100.00,-3.20,96.80,T1
01/31/2026,,General Withdrawal,Completed,USD,-96.80,0.00,-96.80,T3
`,
    guessed: {
      columns: {
        postedAt: 'Date',
        amount: 'Net',
        currency: 'Currency',
        status: 'Status',
        counterparty: 'Name',
        bankReference: 'Transaction ID',
      },
    },
    rows: [
      ['2026-01-29', (9680n * E8) / 100n],
      ['2026-01-31', (-9680n * E8) / 100n],
    ],
  },
  'British, an amount of each side by its name': {
    currency: 'GBP',
    text: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,
30/01/2026,DD,'30-00-00,12345678,Water,45.00,,955.00
29/01/2026,FPI,'30-00-00,12345678,Lindqvist,,100.00,1000.00
`,
    guessed: {
      layout: 'parted',
      columns: {
        postedAt: 'Transaction Date',
        debit: 'Debit Amount',
        credit: 'Credit Amount',
        balance: 'Balance',
        account: 'Account Number',
      },
      description: ['Transaction Description'],
    },
    rows: [
      ['2026-01-30', -45n * E8],
      ['2026-01-29', 100n * E8],
    ],
  },
  'Swiss, the parts of a batch in a column of amounts': {
    currency: 'CHF',
    text: `Datum;Buchungstext;Betrag Detail;Belastung CHF;Gutschrift CHF;Valuta;Saldo CHF
30.01.2026;Sammelauftrag (2);;300.00;;30.01.2026;700.00
;Meier AG;100.00;;;;
;Keller AG;200.00;;;;
29.01.2026;Gutschrift;;;1000.00;29.01.2026;1000.00
`,
    guessed: {
      layout: 'parted',
      columns: { postedAt: 'Datum', valueDate: 'Valuta', debit: 'Belastung CHF', credit: 'Gutschrift CHF', balance: 'Saldo CHF' },
      description: ['Buchungstext'],
    },
    rows: [
      ['2026-01-30', -300n * E8],
      ['2026-01-29', 1000n * E8],
    ],
  },
  'of another currency, with a name of the account and the holder of the card': {
    currency: 'EUR',
    text: `Booking Date,Category name,Partnername,Partner IBAN,Account Name,Name On Card,Original Currency,Original Amount,Amount (EUR),Status
30 Jan 26,Office,Print shop,NL1,Main Account,A. Holder,USD,-6.00,-5.30,Sent
31 Jan 26,Office,Print shop,NL1,Main Account,A. Holder,USD,-7.00,-6.20,Failed
`,
    guessed: {
      layout: 'signed',
      columns: { postedAt: 'Booking Date', amount: 'Amount (EUR)', counterparty: 'Partnername', status: 'Status' },
      booked: ['Sent'],
      notBooked: ['Failed'],
    },
    rows: [['2026-01-30', (-530n * E8) / 100n]],
  },
  'Dutch, no names, a number of the account and balances before the amount': {
    currency: 'EUR',
    text: '417164300\tEUR\t20260130\t1000,00\t987,50\t20260130\t-12,50\tBakkerij Jansen\n417164300\tEUR\t20260131\t987,50\t1087,50\t20260131\t100,00\tLindqvist\n',
    guessed: {
      layout: 'signed',
      headerRow: 0,
      columns: { postedAt: 3, amount: 7 },
      description: [8],
      dateFormat: 'YYYYMMDD',
      decimal: ',',
    },
    rows: [
      ['2026-01-30', (-1250n * E8) / 100n],
      ['2026-01-31', 100n * E8],
    ],
  },
  'Norwegian, out and in': {
    currency: 'NOK',
    text: `"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"
"30.01.2026";"Husleie";"30.01.2026";"12,50";""
"31.01.2026";"Lindqvist";"31.01.2026";"";"100,00"
`,
    guessed: {
      layout: 'parted',
      columns: { postedAt: 'Dato', valueDate: 'Rentedato', debit: 'Ut fra konto', credit: 'Inn på konto' },
      description: ['Forklaring'],
    },
    rows: [
      ['2026-01-30', (-1250n * E8) / 100n],
      ['2026-01-31', 100n * E8],
    ],
  },
  'American, months as words, nothing in the notes': {
    currency: 'USD',
    text: 'Date,Note,Description,Amount\n"Jan 30, 2026",,Print shop,-12.50\n"February 1, 2026",,Lindqvist,100.00\n',
    guessed: { columns: { postedAt: 'Date', amount: 'Amount' }, description: ['Description'], dateFormat: 'MMM D, YYYY' },
    rows: [
      ['2026-01-30', (-1250n * E8) / 100n],
      ['2026-02-01', 100n * E8],
    ],
  },
  'of a credit card, credits with a minus': {
    currency: 'USD',
    text: 'Status,Date,Description,Debit,Credit\nCleared,01/30/2026,Print shop,5.00,\nCleared,01/29/2026,Payment,,-100.00\n',
    guessed: { columns: { postedAt: 'Date', debit: 'Debit', credit: 'Credit', status: 'Status' }, positive: 'out' },
    rows: [
      ['2026-01-30', -5n * E8],
      ['2026-01-29', 100n * E8],
    ],
  },
  'no names at all': {
    currency: 'EUR',
    text: '2026-02-13;Rent of the office;-75.20\n2026-02-14;Fee;-1.00\n',
    guessed: { layout: 'signed', headerRow: 0, columns: { postedAt: 1, amount: 3 }, description: [2] },
    rows: [
      ['2026-02-13', (-7520n * E8) / 100n],
      ['2026-02-14', -1n * E8],
    ],
  },
};

describe('a file of a bank is laid out by its words, and read so', () => {
  test.each(Object.entries(samples))('%s', (_, { text, currency, encoding = 'utf8', guessed, rows }) => {
    const file = openText(encoding === 'latin1' ? Buffer.from(text, 'latin1') : new TextEncoder().encode(text), undefined);
    if ('fault' in file) throw new Error(file.fault);
    const draft = guessDraft(file, currency);
    expect(Object.keys(draft.columns).toSorted()).toEqual(Object.keys((guessed as typeof draft).columns).toSorted());
    expect(draft).toMatchObject(guessed);
    const csv = csvOf(draft);
    if (csv === null) throw new Error('something is missing');
    const preview = previewCsv(file, { ...csv, account: 'BANK', currency });
    expect(preview.rows.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(
      preview.rows.flatMap(({ movement }) => (movement?.line === undefined ? [] : [[movement.line.postedAt, movement.amount]])),
    ).toEqual(rows);
  });
});

test('a day that can be read in two ways is read so that the rows lie close together, else as in the country of the currency', () => {
  const formatOf = (currency: string, ...days: readonly string[]): string => {
    const file = openText(Buffer.from(`Date,Amount\n${days.map((day) => `${day},1.00\n`).join('')}`), undefined);
    return 'fault' in file ? file.fault : guessDraft(file, currency).dateFormat;
  };
  expect(formatOf('GBP', '02/01/2026', '02/03/2026', '02/09/2026')).toBe('MM/DD/YYYY');
  expect(formatOf('USD', '01/02/2026', '03/02/2026', '09/02/2026')).toBe('DD/MM/YYYY');
  expect(formatOf('USD', '01/02/2026')).toBe('MM/DD/YYYY');
  expect(formatOf('GBP', '01/02/2026')).toBe('DD/MM/YYYY');
});

test('of two columns of amounts that nobody knows by name, none is taken for both', () => {
  const file = openText(Buffer.from('取引日,摘要,出金,入金\n2026/01/30,家賃,1000,\n2026/01/31,売上,,1000\n'), undefined);
  if ('fault' in file) throw new Error(file.fault);
  expect(guessDraft(file, 'JPY').columns).toEqual({ postedAt: '取引日' });
});

test('names that stand twice, or are empty, are chosen by number', () => {
  const file = openText(Buffer.from('Date;Text;Text;;Amount\n2026-02-13;a;b;c;1.00\n'), undefined);
  if ('fault' in file) throw new Error(file.fault);
  expect(guessDraft(file, 'EUR').columns).toEqual({ postedAt: 'Date', amount: 'Amount' });
});

test.each([
  ['Date,Payer,Payee,Amount\n2026-01-31,Our House,City Works,-5\n', { payer: 'Payer', counterparty: 'Payee' }],
  ['Date,Payer,Text,Amount\n2026-01-31,City Works,Water,-5\n', { counterparty: 'Payer' }],
])('who paid and who was paid: %j', (text, columns) => {
  const draft = guessDraft({ text, whole: true }, 'EUR');
  expect(draft.columns).toEqual({ postedAt: 'Date', amount: 'Amount', ...columns });
});
