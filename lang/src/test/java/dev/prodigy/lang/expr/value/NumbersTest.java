package dev.prodigy.lang.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0.0,0",
        "5,5",
        "5.0,5",
        "2.50,2.5",
        "1e3,1000",
        "1.5E-3,0.0015",
        "100,100",
        "1E+2,100",
        "12345678901234567890.10,12345678901234567890.1",
        "-7,-7",
        "0.10,0.1"
    })
    void shortestDecimal(String number, String text) {
        assertThat(Numbers.text(new BigDecimal(number))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"10,10", "' 10 ',10", "-2.50,-2.5", "+3,3", ".5,0.5", "5.,5", "1e3,1000", "1E-2,0.01", "007,7"})
    void textsThatAreNumbersInFull(String text, BigDecimal number) {
        assertThat(Numbers.parse(text)).isEqualByComparingTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "5x",
                "0x10",
                "1_000",
                "1,5",
                "--5",
                "+",
                ".",
                "e5",
                "1e",
                "1e+",
                "NaN",
                "Infinity",
                "٣",
                "1 2",
                "1e10001",
                "1e-10001",
                "1e999999999999"
            })
    void otherTexts(String text) {
        assertThat(Numbers.parse(text)).isNull();
    }

    @Test
    void fewCharactersNeverAskForGigabytes() {
        var huge = new BigDecimal(BigInteger.ONE, -999_999_999);
        assertThat(Numbers.text(huge)).isEqualTo("1E+999999999");
        assertThat(Numbers.of(new Value.Num(huge))).isNull();
        assertThat(Arithmetic.ADD.apply(new Value.Num(huge), Value.of(1))).isEqualTo(Value.Null.NULL);
        assertThat(Arithmetic.MULTIPLY.apply(Value.of("1e9000"), Value.of("1e9000")))
                .isEqualTo(Value.Null.NULL);
        assertThat(Numbers.parse("1".repeat(1_000))).isNotNull();
        assertThat(Numbers.parse("1".repeat(1_001))).isNull();
    }

    @Test
    void sumsAndProductsKeepTheirDigitsUpToTheBound() {
        var digits = new Value.Num(new BigDecimal("9".repeat(400)));
        assertThat(Arithmetic.MULTIPLY.apply(digits, digits))
                .isEqualTo(new Value.Num(new BigDecimal("9".repeat(400)).pow(2)));
        assertThat(Arithmetic.DIVIDE.apply(Value.of(1), Value.of(3)))
                .isEqualTo(new Value.Num(new BigDecimal("0." + "3".repeat(34))));
    }
}
