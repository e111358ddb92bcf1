package bank;

@org.junit.runner.RunWith
public class RunnerTest {
    @org.junit.Test
    public void any() {
    }
}
