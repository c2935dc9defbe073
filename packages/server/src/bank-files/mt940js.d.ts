// What the tests use of a library that has no types of its own.

declare module 'mt940js' {
  interface OtherStatement {
    readonly accountIdentification: string;
    readonly currency: string;
    readonly openingBalance: number;
    readonly closingBalance: number;
    readonly transactions: readonly {
      readonly amount: number;
      readonly date: Date;
      readonly reference: string;
      readonly bankReference: string;
    }[];
  }
  const library: { readonly Parser: new () => { parse(text: string): readonly OtherStatement[] } };
  export default library;
}
